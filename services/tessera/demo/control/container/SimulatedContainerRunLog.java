package tessera.demo.control.container;

import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import tessera.demo.api.kubelet.SimulatedContainerLog;
import tessera.demo.fixture.plan.SeededRandom;

/**
 * The log of one run of a container, which continues as long as the run: recorded lines, and generated ones, each of
 * which follows from the run and its number alone.
 */
final class SimulatedContainerRunLog implements SimulatedContainerLog {

    private static final Duration BETWEEN_FIRST = Duration.ofMillis(230);
    /** Between moments of lines that are not all the same, a part of the pause is left to chance. */
    private static final int UNEVEN = 400;
    private static final SeededRandom MINT = new SeededRandom(1);
    /** After so many lines, a file of them is put away and no longer shown, as a kubelet does for size. */
    private static final long FILE = 2000;

    private final SimulatedLogProfile profile;
    private final SimulatedOutputTemplate template;
    private final Clock clock;
    private final Supplier<Optional<SimulatedContainerRun>> current;
    private final Supplier<List<LogSourceLine>> recorded;
    private SimulatedContainerRun run;
    private long next;
    private int recordedCount;
    private boolean ended;

    /**
     * @param context  the container as it was when the run started
     * @param clock    the cluster's time
     * @param current  the run as it is when asked; empty when container or run are gone
     * @param recorded the recorded lines; more are appended
     */
    SimulatedContainerRunLog(SimulatedContainerRun run, SimulatedContainerContext context, Clock clock,
            Supplier<Optional<SimulatedContainerRun>> current, Supplier<List<LogSourceLine>> recorded) {
        this.run = run;
        profile = SimulatedLogProfile.of(context);
        template = context.outputTemplate();
        this.clock = clock;
        this.current = current;
        this.recorded = recorded;
        next = Math.max(0, (countLines() / FILE - 1) * FILE);
    }

    @Override
    public List<LogSourceLine> newLines() {
        var lines = new ArrayList<LogSourceLine>();
        if (ended) {
            return lines;
        }
        var now = current.get();
        run = now.orElse(run);
        ended = now.isEmpty() || run.finished() != null;
        for (long count = countLines(); next < count; next++) {
            lines.add(lineAt(next));
        }
        if (ended) {
            addClosingLines(lines);
        }
        var own = List.copyOf(recorded.get());
        lines.addAll(own.subList(recordedCount, own.size()));
        recordedCount = own.size();
        lines.sort(Comparator.comparing(LogSourceLine::at));
        return lines;
    }

    @Override
    public boolean hasEnded() {
        return ended;
    }

    /** Returns the number of lines written so far, without the closing ones. */
    private long countLines() {
        var now = clock.instant();
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

    private Instant timeOf(long number) {
        int spread = MINT.numberBelow(run.id() + "@" + number, UNEVEN);
        int first = profile.opening().size();
        if (number < first) {
            return run.started().plus(BETWEEN_FIRST.multipliedBy(number)).plusNanos(spread * 100_129L);
        }
        return run.started().plus(openingDuration()).plus(interval().multipliedBy(number - first + 1))
                .plusNanos(interval().toNanos() / 1000 * spread);
    }

    private Duration openingDuration() {
        return BETWEEN_FIRST.multipliedBy(profile.opening().size());
    }

    private Duration interval() {
        return Duration.ofNanos((long) (profile.every() * 1_000_000_000));
    }

    private LogSourceLine lineAt(long number) {
        int first = profile.opening().size();
        if (number < first) {
            return newLine(profile.opening().get((int) number), number, timeOf(number));
        }
        var text = profile.lines().get((int) ((number - first) % profile.lines().size()));
        return newLine(text, number - first + 1, timeOf(number));
    }

    private LogSourceLine newLine(String text, long number, Instant at) {
        return new LogSourceLine(at, template.fillPlaceholders(text, run.id(), number, at));
    }

    /** Adds the lines printed at the end of the run; none if it is killed. */
    private void addClosingLines(List<LogSourceLine> lines) {
        var finished = run.finished();
        if (finished != null && run.exitCode() < 128) {
            var texts = run.exitCode() == 0 ? profile.closing() : profile.failing();
            for (int number = 0; number < texts.size(); number++) {
                lines.add(newLine(texts.get(number), number, finished.plusNanos(number * 1_300_000L)));
            }
        }
    }
}
