package tessera.lint.manifest;

import java.util.List;
import java.util.Map;
import tessera.lint.source.ManifestValue;
import tessera.model.NodeFacts;
import tessera.model.NodeInfo;
import tessera.model.Taint;
import tessera.sharing.SharingStrategyLabel;

/** Which nodes the pods of a template can go to, by what it selects, tolerates and asks for. */
public final class TemplatePlacement {

    private static final String PREFERENCE = "PreferNoSchedule";
    private static final String NODE = "node.kubernetes.io/";

    private final PodTemplate template;
    private final ManifestValue spec;

    private TemplatePlacement(PodTemplate template) {
        this.template = template;
        spec = template.spec();
    }

    public static TemplatePlacement of(PodTemplate template) {
        return new TemplatePlacement(template);
    }

    /** Whether a node could have what a pod asks for of devices, if it were empty. */
    public boolean offered(NodeInfo node) {
        return template.extended().entrySet().stream()
                .allMatch(entry -> node.facts().allocatable().get(entry.getKey()) >= entry.getValue()
                        && whole(node, entry.getKey()));
    }

    /** Shares that go by the name of GPUs are none for a container that asks for several. */
    public boolean whole(NodeInfo node, String resource) {
        return SharingStrategyLabel.by(node.facts().labels(), resource).isEmpty() || template.allContainers().stream()
                .flatMap(container -> container.asked().stream())
                .noneMatch(asked -> asked.resource().equals(resource) && asked.count() > 1);
    }

    /** The taints of a node that keep its pods away. */
    public List<Taint> kept(NodeFacts node) {
        var tolerations = spec.at("tolerations").items();
        return node.taints().stream().filter(taint -> !taint.effect().equals(PREFERENCE)
                && !taint.key().startsWith(NODE) && !admitted(node, taint)
                && tolerations.stream().noneMatch(one -> tolerates(one, taint)))
                .toList();
    }

    /** Whether the cluster adds that it is tolerated. */
    private boolean admitted(NodeFacts node, Taint taint) {
        return node.ofGke() && taint.effect().equals("NoSchedule")
                && template.extended().getOrDefault(taint.key(), 0L) > 0;
    }

    private static boolean tolerates(ManifestValue toleration, Taint taint) {
        var effect = toleration.at("effect").text();
        if (!effect.isEmpty() && !effect.equals(taint.effect())) {
            return false;
        }
        boolean exists = toleration.at("operator").text().equals("Exists");
        var key = toleration.at("key").text();
        return key.isEmpty() ? exists
                : key.equals(taint.key()) && (exists || toleration.at("value").text().equals(taint.value()));
    }

    /** Whether it selects a node of these labels. */
    public boolean selects(Map<String, String> labels) {
        boolean selected = spec.at("nodeSelector").entries().stream()
                .allMatch(entry -> entry.value().text().equals(labels.get(entry.name())));
        var terms = spec.at("affinity", "nodeAffinity", "requiredDuringSchedulingIgnoredDuringExecution",
                "nodeSelectorTerms").items();
        return selected
                && (terms.isEmpty() || terms.stream().anyMatch(term -> term.at("matchExpressions").items().stream()
                        .allMatch(expression -> matches(expression, labels))));
    }

    /** Whether labels are as an expression wants them. */
    public static boolean matches(ManifestValue expression, Map<String, String> labels) {
        var value = labels.get(expression.at("key").text());
        List<String> values = expression.at("values").texts();
        return switch (expression.at("operator").text()) {
            case "In" -> value != null && values.contains(value);
            case "NotIn" -> value == null || !values.contains(value);
            case "Exists" -> value != null;
            case "DoesNotExist" -> value == null;
            case "Gt" -> value != null && number(value) > number(values.isEmpty() ? "" : values.getFirst());
            case "Lt" -> value != null && number(value) < number(values.isEmpty() ? "" : values.getFirst());
            default -> true;
        };
    }

    private static double number(String text) {
        return text.matches("-?\\d{1,15}") ? Long.parseLong(text) : Double.NaN;
    }
}
