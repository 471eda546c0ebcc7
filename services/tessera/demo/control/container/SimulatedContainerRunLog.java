package tessera.demo.control.container;

import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import tessera.demo.api.kubelet.SimulatedContainerLog.LogSourceLine;
import tessera.demo.fixture.plan.SeededRandom;

/** The complete log of one run of a container, computed line by line. Each line follows from the run and its number alone. */
record SimulatedContainerRunLog(SimulatedContainerRun run, SimulatedLogProfile profile, SimulatedLogTemplate template) {

    private static final Duration BETWEEN_FIRST = Duration.ofMillis(230);
    /** Between moments of lines that are not all the same, a part of the pause is left to chance. */
    private static final int UNEVEN = 400;
    private static final SeededRandom MINT = new SeededRandom(1);
    /** After so many lines, a file of them is put away and no longer shown, as a kubelet does for size. */
    private static final long FILE = 2000;

    /** Returns the number of the first line that is still kept at a moment. */
    long firstKeptLine(Instant now) {
        return Math.max(0, (countLines(now) / FILE - 1) * FILE);
    }

    /** Returns the number of lines written up to a moment, without the closing ones. */
    long countLines(Instant now) {
        var end = run.finished() != null && run.finished().isBefore(now) ? run.finished() : now;
        var open = Duration.between(run.started(), end);
        if (open.isNegative()) {
            return 0;
        }
        long guess = Math.min(profile.opening().size(), open.dividedBy(BETWEEN_FIRST) + 1);
        if (guess == profile.opening().size() && profile.every() > 0 && !profile.lines().isEmpty()) {
            guess += Math.max(0, open.minus(openingDuration()).dividedBy(interval()));
        }
        while (guess > 0 && timeOf(guess - 1).isAfter(end)) {
            guess--;
        }
        return guess;
    }

    /** Returns whether the line of that number exists if the run lasts long enough. */
    boolean hasLine(long number) {
        return number < profile.opening().size() || (profile.every() > 0 && !profile.lines().isEmpty());
    }

    Instant timeOf(long number) {
        int first = profile.opening().size();
        if (number < first) {
            return run.started().plus(BETWEEN_FIRST.multipliedBy(number)).plusNanos(spreadOf(number) * 100_129L);
        }
        long index = number - first;
        return run.started().plus(openingDuration()).plus(interval().multipliedBy(index + 1))
                .plusNanos(interval().toNanos() / 1000 * spreadOf(number));
    }

    private int spreadOf(long number) {
        return MINT.numberBelow(run.id() + "@" + number, UNEVEN);
    }

    private Duration openingDuration() {
        return BETWEEN_FIRST.multipliedBy(profile.opening().size());
    }

    private Duration interval() {
        return Duration.ofNanos((long) (profile.every() * 1_000_000_000));
    }

    LogSourceLine lineAt(long number) {
        int first = profile.opening().size();
        var at = timeOf(number);
        if (number < first) {
            return new LogSourceLine(at,
                    template.fillPlaceholders(profile.opening().get((int) number), run.id(), number, at));
        }
        long index = number - first;
        var text = profile.lines().get((int) (index % profile.lines().size()));
        return new LogSourceLine(at, template.fillPlaceholders(text, run.id(), index + 1, at));
    }

    /** Returns the lines printed at the end of the run; none if it is killed. */
    List<LogSourceLine> closingLines() {
        var finished = run.finished();
        var lines = new ArrayList<LogSourceLine>();
        if (finished != null && run.exitCode() < 128) {
            var texts = run.exitCode() == 0 ? profile.closing() : profile.failing();
            for (var word : texts) {
                var at = finished.plusNanos(lines.size() * 1_300_000L);
                lines.add(new LogSourceLine(at, template.fillPlaceholders(word, run.id(), lines.size(), at)));
            }
        }
        return lines;
    }
}
