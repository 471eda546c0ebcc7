package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;

/** Whether pods name what a quota makes everybody name: processors and memory, and nothing else. */
final class AskedOfAllChecks implements LintCheck {

    private static final Map<String, RequiredName> DEMANDS = Map.of("cpu", new RequiredName("requests", "cpu"),
            "memory",
            new RequiredName("requests", "memory"), "requests.cpu", new RequiredName("requests", "cpu"),
            "requests.memory",
            new RequiredName("requests", "memory"), "limits.cpu", new RequiredName("limits", "cpu"), "limits.memory",
            new RequiredName("limits", "memory"));

    /** What a container has to name, such as {@code limits.cpu}. */
    private record RequiredName(String part, String resource) {

        @Override
        public String toString() {
            return part + "." + resource;
        }
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (!object.is("", "ResourceQuota") || object.live() || scoped(object)) {
            return;
        }
        var demanded = object.at("spec", "hard").entries().stream()
                .filter(entry -> DEMANDS.containsKey(entry.name()) && !given(demand(entry), object.namespace(), look))
                .toList();
        if (!demanded.isEmpty()) {
            look.offer("quota-asks-everybody", demanded.getFirst().key(),
                    "Every pod of the namespace has to name %s from then on, or is refused: a LimitRange with defaults does it for them"
                            .formatted(String.join(", ", demanded.stream().map(entry -> demand(entry).toString())
                                    .distinct().toList())),
                    ManifestEditor.ways(ManifestEditor.fix("Add a LimitRange that fills them in",
                            YamlInsertions.document(object.root(), range(object, demanded))),
                            without(object, demanded)));
        }
    }

    /** What fills in for pods what a quota makes everybody name. */
    private static ObjectNode range(KubeObject quota, List<ManifestValue.MappingEntry> demanded) {
        var range = JsonNodeFactory.instance.objectNode().put("apiVersion", "v1").put("kind", "LimitRange");
        var metadata = range.putObject("metadata").put("name", quota.name() + "-defaults");
        if (!quota.namespace().isEmpty()) {
            metadata.put("namespace", quota.namespace());
        }
        var limit = range.putObject("spec").putArray("limits").addObject().put("type", "Container");
        for (var entry : demanded) {
            var demand = demand(entry);
            limit.withObjectProperty(demand.part().equals("limits") ? "default" : "defaultRequest")
                    .put(demand.resource(), usual(demand));
        }
        return range;
    }

    private static String usual(RequiredName demand) {
        return demand.resource().equals("cpu") ? "1" : "1Gi";
    }

    private static Optional<LintFix> without(KubeObject quota, List<ManifestValue.MappingEntry> demanded) {
        boolean all = demanded.size() == quota.at("spec", "hard").entries().size();
        var edits = new ArrayList<TextEdit>();
        demanded.forEach(entry -> edits.addAll(ManifestEditor.remove(entry.value())));
        return all ? Optional.empty() : ManifestEditor.fix("Count devices alone", edits);
    }

    /** A quota with a scope is about some pods only. */
    private static boolean scoped(KubeObject quota) {
        return quota.at("spec", "scopes").present() || quota.at("spec", "scopeSelector").present();
    }

    private static RequiredName demand(ManifestValue.MappingEntry entry) {
        return Objects.requireNonNull(DEMANDS.get(entry.name()));
    }

    /** Whether a range of the same manifest fills it in. */
    private static boolean given(RequiredName demand, String namespace, CheckContext look) {
        return look.objects("", "LimitRange").filter(object -> object.namespace().equals(namespace))
                .flatMap(object -> object.at("spec", "limits").items().stream())
                .filter(limit -> limit.at("type").text().equals("Container"))
                .anyMatch(limit -> defaults(demand).stream()
                        .anyMatch(key -> limit.at(key, demand.resource()).present()));
    }

    /** A limit that is filled in is the request, too; and so is the most, where nothing else is said. */
    private static List<String> defaults(RequiredName demand) {
        return demand.part().equals("limits") ? List.of("default", "max")
                : List.of("defaultRequest", "default", "min", "max");
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        var object = template.object();
        if (!template.whole()) {
            return;
        }
        look.objects("", "ResourceQuota").filter(other -> other.namespace().equals(object.namespace())
                && !scoped(other))
                .flatMap(quota -> quota.at("spec", "hard").entries().stream()
                        .filter(entry -> DEMANDS.containsKey(entry.name()))
                        .flatMap(entry -> missing(demand(entry), template, look).stream()
                                .map(container -> new QuotaRefusal(quota, demand(entry), container))))
                .findFirst().ifPresent(refused -> look.offer("quota-refuses-pod", refused.container().value(),
                        "The quota “%s” of the same manifest refuses it: “%s” names no %s".formatted(
                                refused.quota().name(), refused.container().name(), refused.demand()),
                        ManifestEditor.ways(RequestFixes.usual(refused.container(), List.of(refused.demand().part()),
                                List.of(refused.demand().resource()), devices(refused.container(), look)))));
    }

    private static long devices(TemplateContainer container, CheckContext look) {
        return container.asked().stream().filter(asked -> look.accelerator(asked.resource()))
                .mapToLong(ContainerRequest::count).sum();
    }

    private record QuotaRefusal(KubeObject quota, RequiredName demand, TemplateContainer container) {}

    private static Optional<TemplateContainer> missing(RequiredName demand, PodTemplate template, CheckContext look) {
        if (given(demand, template.object().namespace(), look)
                || names(demand, template.spec().at("resources"))) {
            return Optional.empty();
        }
        return template.allContainers().stream()
                .filter(container -> container.role() != Role.EPHEMERAL && !names(demand, container.resources()))
                .findFirst();
    }

    /** A limit alone is the request, too. */
    private static boolean names(RequiredName demand, ManifestValue resources) {
        return resources.at(demand.part(), demand.resource()).present()
                || resources.at("limits", demand.resource()).present();
    }
}
