package tessera.plan.intent;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import tessera.model.ShellWordQuoter;
import tessera.text.MessageCatalog;
import tessera.text.OptionalText;

/** An intent to launch objects in a cluster, or to withdraw them. */
public sealed interface WorkloadLaunchIntent extends ChangeIntent {

    MessageCatalog MESSAGES = MessageCatalog.of(WorkloadLaunchIntent.class);
    /**
     * An intent to create objects and wait for their pods.
     *
     * @param title     what they are, e.g. “Deployment/llm and 1 more”
     * @param origin    words that name them on the command line: a template with settings, or a file
     * @param manifest  YAML or JSON
     * @param namespace for objects that name none; empty where they are of the whole cluster
     * @param timeout  how long their pods may take to run; zero to wait for none
     */
    record LaunchWorkloadIntent(String title, List<String> origin, String manifest, String namespace,
            Duration timeout) implements WorkloadLaunchIntent {

        public LaunchWorkloadIntent {
            origin = List.copyOf(origin);
        }

        @Override
        public String verb() {
            return "launch";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("launch", title, namespace);
        }

        @Override
        public String commandLine() {
            var texts = new ArrayList<>(List.of("tessera", "plan", "launch"));
            texts.addAll(origin);
            if (!namespace.isEmpty()) {
                texts.addAll(List.of("--namespace", namespace));
            }
            texts.addAll(List.of("--wait", Long.toString(timeout.toSeconds())));
            return texts.stream().map(ShellWordQuoter::quote).collect(Collectors.joining(" "));
        }
    }

    /**
     * An intent to delete launched objects.
     *
     * @param namespace where they are; empty for objects of the whole cluster
     * @param objects   in the order in which they go
     */
    record DeleteLaunchedWorkloadIntent(String namespace,
            List<LaunchedObject> objects) implements WorkloadLaunchIntent {

        public DeleteLaunchedWorkloadIntent {
            objects = List.copyOf(objects);
            if (objects.isEmpty()) {
                throw new IllegalArgumentException("no objects");
            }
        }

        @Override
        public String verb() {
            return "withdraw";
        }

        @Override
        public String summaryText() {
            return MESSAGES.text("launch.delete",
                    objects.stream().map(one -> one.kind() + "/" + one.name()).collect(Collectors.joining(", ")),
                    namespace);
        }

        @Override
        public String commandLine() {
            return "tessera plan %s %s%s".formatted("launch",
                    objects.stream().map(one -> "--withdraw " + one).collect(Collectors.joining(" ")),
                    OptionalText.prefixed(" --namespace ", namespace));
        }
    }

    /** An object that was launched. */
    record LaunchedObject(String apiVersion, String kind, String name) {

        /** Parses an object from the command line, e.g. {@code apps/v1/Deployment/llm}. */
        public static LaunchedObject parse(String text) {
            var parts = List.of(text.split("/", -1));
            if (parts.size() < 3 || parts.size() > 4 || parts.stream().anyMatch(String::isBlank)) {
                throw new IllegalArgumentException(MESSAGES.text("launch.not-an-object", text));
            }
            return new LaunchedObject(String.join("/", parts.subList(0, parts.size() - 2)), parts.get(parts.size() - 2),
                    parts.getLast());
        }

        @Override
        public String toString() {
            return apiVersion + "/" + kind + "/" + name;
        }
    }
}
