package tessera.demo.control.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.ContainerLogSource;

/** A container's log with the recorded lines merged into the generated ones. */
final class MergedContainerLog implements ContainerLogSource {

    private final ContainerLogSource usual;
    private final Supplier<List<SourceLine>> diary;
    private int read;

    MergedContainerLog(ContainerLogSource usual, Supplier<List<SourceLine>> diary) {
        this.usual = usual;
        this.diary = diary;
    }

    @Override
    public List<SourceLine> writtenLines() {
        var own = diary.get();
        var lines = new ArrayList<>(usual.writtenLines());
        lines.addAll(own);
        read = own.size();
        lines.sort(Comparator.comparing(SourceLine::at));
        return lines;
    }

    @Override
    public @Nullable SourceLine next(Duration timeout) throws InterruptedException {
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
