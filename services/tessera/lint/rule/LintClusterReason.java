package tessera.lint.rule;

import java.util.List;
import tessera.text.Reason;

/** An API, kind or object that a manifest needs and the target cluster lacks. */
sealed interface LintClusterReason extends Reason {

    record UncheckedReference(String kind, String name, int others, String cause) implements LintClusterReason {}

    record MissingReference(String kind, String name, String namespace) implements LintClusterReason {}

    record UninstalledKind(String kind, String apiVersion) implements LintClusterReason {}

    record UnservedVersion(String kind, List<String> served, String apiVersion) implements LintClusterReason {}

    record UncheckedNamespace(String namespace, String cause) implements LintClusterReason {}

    record NoSuchNamespace(String namespace) implements LintClusterReason {}

    record UncheckedClass(String kind, String name, String cause) implements LintClusterReason {}

    record MissingClass(String kind, String name) implements LintClusterReason {}

    record RequestAboveNodes(long requested, String resource, long largest, boolean shared,
            boolean autoscales) implements LintClusterReason {}

    record NoMatchingNode(int nodes, boolean autoscales) implements LintClusterReason {}

    record UnadvertisedResource(String resource, List<String> others, boolean autoscales,
            boolean classesUnread) implements LintClusterReason {}

    record TemporarilyUnadvertised(String resource) implements LintClusterReason {}

    record UntoleratedNodeTaints(int nodes, String nearest, List<String> taints) implements LintClusterReason {}

    record ImageAboveDriver(String image, int cuda, int supported) implements LintClusterReason {}
}
