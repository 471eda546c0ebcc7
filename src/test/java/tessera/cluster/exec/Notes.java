package tessera.cluster.exec;

import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import tessera.exec.ContainerSessionLog;
import tessera.model.ObjectRef;
import tessera.model.Problem;

/** What was noted of sessions, a line for each beginning and each end. */
public final class Notes implements ContainerSessionLog {

    private final List<String> lines = new CopyOnWriteArrayList<>();

    @Override
    public SessionEndRecorder begin(ContainerSessionKind kind, ObjectRef pod, String text) {
        lines.add(kind.verb() + ": " + text);
        return (result, detail) -> lines.add(result.name() + (detail.isEmpty() ? "" : ": " + detail));
    }

    @Override
    public void refuse(ContainerSessionKind kind, ObjectRef pod, String text, Problem problem) {
        lines.add("refused: " + text);
    }

    public List<String> lines() {
        return List.copyOf(lines);
    }
}
