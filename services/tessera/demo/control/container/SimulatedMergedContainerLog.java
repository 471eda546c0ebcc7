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

    private final SimulatedContainerLog usual;
    private final Supplier<List<LogSourceLine>> diary;
    private int read;

    SimulatedMergedContainerLog(SimulatedContainerLog usual, Supplier<List<LogSourceLine>> diary) {
        this.usual = usual;
        this.diary = diary;
    }

    @Override
    public List<LogSourceLine> writtenLines() {
        var own = diary.get();
        var lines = new ArrayList<>(usual.writtenLines());
        lines.addAll(own);
        read = own.size();
        lines.sort(Comparator.comparing(LogSourceLine::at));
        return lines;
    }

    @Override
    public @Nullable LogSourceLine next(Duration timeout) throws InterruptedException {
        var own = diary.get();
        return read < own.size() ? own.get(read++) : usual.next(timeout);
    }

    @Override
    public boolean hasEnded() {
        return usual.hasEnded();
    }

    @Override
    public void close() {
        usual.close();
    }
}
