//go:build ci

package timed

const usualDurations = 2_000

const mostTickStates = 30_000

const usualModels = 2_000
