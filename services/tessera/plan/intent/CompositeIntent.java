package tessera.plan.intent;

import java.util.List;
import java.util.stream.Collectors;

/**
 * Several wishes as one, such as pods that are to go together, or what takes back a change of nodes that were not alike before.
 *
 * @param parts of which no two are about the same object
 */
public record CompositeIntent(List<ChangeIntent> parts) implements ChangeIntent {

    private static final int MOST_NAMED = 3;

    public CompositeIntent {
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
        if (parts.size() > MOST_NAMED && ofPods() && parts.stream().map(ChangeIntent::verb).distinct().count() == 1) {
            var verb = verb();
            return "%s%s %d pods".formatted(Character.toUpperCase(verb.charAt(0)), verb.substring(1), parts.size());
        }
        return parts.stream().limit(parts.size() <= MOST_NAMED ? MOST_NAMED : MOST_NAMED - 1).map(ChangeIntent::words)
                .collect(Collectors.joining("; "))
                + (parts.size() <= MOST_NAMED ? "" : "; and %d more".formatted(parts.size() - MOST_NAMED + 1));
    }

    /** Whether pods are all it is about. */
    public boolean ofPods() {
        return parts.stream()
                .allMatch(part -> part instanceof WorkloadIntent of && of.object().kind().equals("Pod"));
    }

    @Override
    public String command() {
        return parts.stream().map(ChangeIntent::command).collect(Collectors.joining("; "));
    }
}
