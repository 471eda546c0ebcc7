package tessera.plan.intent;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Several wishes as one, such as what takes back a change of nodes that were not alike before.
 *
 * @param parts of which no two are about the same node
 */
public record Together(List<Intent> parts) implements Intent {

    public Together {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("nothing is wanted");
        }
    }

    @Override
    public String verb() {
        return parts.getFirst().verb();
    }

    @Override
    public String words() {
        return parts.stream().map(Intent::words).collect(Collectors.joining("; "));
    }

    @Override
    public String command() {
        return parts.stream().map(Intent::command).collect(Collectors.joining("; "));
    }
}
