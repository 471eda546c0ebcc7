package tessera.lint.mend;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Grafts;
import tessera.lint.source.Value;
import tessera.lint.subject.Manifest;
import tessera.lint.subject.PodTemplate;

/** Edits of claims for devices and of who has them. */
public final class Claims {

    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;
    private static final String BY_TEMPLATE = "resourceClaimTemplateName";
    private static final String BY_NAME = "resourceClaimName";

    private Claims() {}

    /** A request in the shape of v1 and v1beta2. */
    public static Optional<Fix> nested(Value request) {
        boolean named = !request.entries().isEmpty() && request.entries().getFirst().name().equals("name");
        return named ? Edits.fix("Put it under exactly", Grafts.nest(request, "exactly")) : Optional.empty();
    }

    /** A request in the shape of v1beta1. */
    public static Optional<Fix> flat(Value request) {
        return Edits.fix("Put it into the request", Grafts.flatten(request.at("exactly")));
    }

    /** What a claim of a pod is of: the template or the claim that stands beside it, and one of both. */
    public static List<Fix> reference(Value claim, Manifest manifest) {
        if (claim.at(BY_NAME).present()) {
            return Edits.ways(Edits.fix("Keep the template", Edits.remove(claim.at(BY_NAME))),
                    Edits.fix("Keep the claim", Edits.remove(claim.at(BY_TEMPLATE))));
        }
        var ways = new ArrayList<Fix>();
        manifest.objects().stream().filter(object -> object.kind().equals("ResourceClaimTemplate"))
                .forEach(object -> named(claim, BY_TEMPLATE, object.name()).ifPresent(ways::add));
        manifest.objects().stream().filter(object -> object.kind().equals("ResourceClaim"))
                .forEach(object -> named(claim, BY_NAME, object.name()).ifPresent(ways::add));
        if (ways.isEmpty()) {
            named(claim, BY_TEMPLATE, claim.at("name").text()).ifPresent(ways::add);
        }
        return ways;
    }

    private static Optional<Fix> named(Value claim, String key, String name) {
        return Edits.fix("Name the %s “%s”".formatted(key.equals(BY_NAME) ? "claim" : "template", name),
                Grafts.merge(claim, JSON.objectNode().put(key, name)));
    }

    /** A claim of a container that its pod has. */
    public static List<Fix> known(Value used, PodTemplate template) {
        var ways = new ArrayList<Fix>();
        template.spec().at("resourceClaims").items().stream().map(claim -> claim.at("name").text())
                .forEach(name -> Edits.fix("Name “%s”".formatted(name), Edits.replace(used, name))
                        .ifPresent(ways::add));
        var claim = JSON.objectNode().put("name", used.text()).put(BY_TEMPLATE, used.text());
        Edits.fix("Give the pod a claim of the template “%s”".formatted(used.text()),
                Edits.add(template.spec(), "resourceClaims", claim)).ifPresent(ways::add);
        return ways;
    }

    /** Each container that could have a claim, or the claim gone. */
    public static List<Fix> used(Value name, PodTemplate template) {
        var ways = new ArrayList<Fix>();
        for (var container : template.containers()) {
            Edits.fix("Give it to “%s”".formatted(container.name()),
                    Grafts.merge(container.value(), claimed(name.text()))).ifPresent(ways::add);
        }
        template.spec().at("resourceClaims").items().stream()
                .filter(claim -> claim.at("name").position().equals(name.position())).findFirst()
                .flatMap(claim -> Edits.fix("Take the claim away", Edits.remove(claim))).ifPresent(ways::add);
        return ways;
    }

    private static ObjectNode claimed(String name) {
        var tree = JSON.objectNode();
        tree.putObject("resources").putArray("claims").addObject().put("name", name);
        return tree;
    }

    /** A claim that neither the pod nor its containers have any longer. */
    public static Optional<Fix> without(Value claim, PodTemplate template) {
        var name = claim.at("name").text();
        var edits = new ArrayList<Edit>(Edits.remove(claim));
        template.allContainers().stream().flatMap(container -> container.resources().at("claims").items().stream())
                .filter(used -> used.at("name").text().equals(name)).forEach(used -> edits.addAll(Edits.remove(used)));
        return Edits.fix("Take the claim away", edits);
    }
}
