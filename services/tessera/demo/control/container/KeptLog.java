package tessera.demo.control.container;

import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import tessera.demo.api.kubelet.ContainerLogSource;

/** The log of a container that keeps a diary: its lines come between the usual ones. */
final class KeptLog implements ContainerLogSource {

    private final ContainerLogSource usual;
    private final Supplier<List<SourceLine>> diary;
    private int read;

    KeptLog(ContainerLogSource usual, Supplier<List<SourceLine>> diary) {
        this.usual = usual;
        this.diary = diary;
    }

    @Override
    public List<SourceLine> written() {
        var own = diary.get();
        var lines = new ArrayList<>(usual.written());
        lines.addAll(own);
        read = own.size();
        lines.sort(Comparator.comparing(SourceLine::at));
        return lines;
    }

    @Override
    public @Nullable SourceLine next(Duration patience) throws InterruptedException {
        var own = diary.get();
        return read < own.size() ? own.get(read++) : usual.next(patience);
    }

    @Override
    public boolean ended() {
        return usual.ended();
    }

    @Override
    public void close() {
        usual.close();
    }
}
