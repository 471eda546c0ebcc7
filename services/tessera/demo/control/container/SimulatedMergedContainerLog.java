package tessera.demo.control.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.SimulatedContainerLog;

/** A container's log with the recorded lines merged into the generated ones. */
final class SimulatedMergedContainerLog implements SimulatedContainerLog {

    private final SimulatedContainerLog defaultLog;
    private final Supplier<List<LogSourceLine>> diary;
    private int read;

    SimulatedMergedContainerLog(SimulatedContainerLog defaultLog, Supplier<List<LogSourceLine>> diary) {
        this.defaultLog = defaultLog;
        this.diary = diary;
    }

    @Override
    public List<LogSourceLine> writtenLines() {
        var own = diary.get();
        var lines = new ArrayList<>(defaultLog.writtenLines());
        lines.addAll(own);
        read = own.size();
        lines.sort(Comparator.comparing(LogSourceLine::at));
        return lines;
    }

    @Override
    public @Nullable LogSourceLine next(Duration timeout) throws InterruptedException {
        var own = diary.get();
        return read < own.size() ? own.get(read++) : defaultLog.next(timeout);
    }

    @Override
    public boolean hasEnded() {
        return defaultLog.hasEnded();
    }

    @Override
    public void close() {
        defaultLog.close();
    }
}
