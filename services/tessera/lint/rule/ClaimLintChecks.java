package tessera.lint.rule;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.cel.CelProgram;
import tessera.lint.fix.ClaimFixes;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;

/** Devices claimed by dynamic resource allocation. */
final class ClaimLintChecks implements LintCheck {

    private static final String GROUP = "resource.k8s.io";
    private static final Set<String> NESTING = Set.of(GROUP + "/v1", GROUP + "/v1beta2");
    /** What an expression may ask of a device. */
    private static final Set<String> DEVICE = Set.of("driver", "attributes", "capacity", "allowMultipleAllocations");
    private static final Pattern DASHED = Pattern
            .compile("productName\\s*==\\s*['\"]((?:NVIDIA|Tesla)-[\\w-]+)['\"]");

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is(GROUP, "ResourceClaim")) {
            claim(object, object.at("spec"), look);
        } else if (object.is(GROUP, "ResourceClaimTemplate")) {
            claim(object, object.at("spec", "spec"), look);
        } else if (object.is(GROUP, "DeviceClass")) {
            object.at("spec", "selectors").items().forEach(selector -> expression(selector, look));
        }
    }

    private static void claim(KubeObject object, ManifestValue spec, CheckContext look) {
        for (var request : spec.at("devices", "requests").items()) {
            boolean nests = request.at("exactly").present() || request.at("firstAvailable").present();
            if (NESTING.contains(object.apiVersion()) && !nests) {
                look.note("claim-shape", request,
                        "In %s a request says exactly or firstAvailable, and the class inside of it"
                                .formatted(object.apiVersion()),
                        ClaimFixes.nested(request));
            }
            if (object.apiVersion().equals(GROUP + "/v1beta1") && nests) {
                look.note("claim-shape", request,
                        "exactly is of v1beta2 and v1; in v1beta1 the class stands in the request",
                        ClaimFixes.flat(request));
            }
            request.at("selectors").items().forEach(selector -> expression(selector, look));
            request.at("exactly", "selectors").items().forEach(selector -> expression(selector, look));
            request.at("firstAvailable").items()
                    .forEach(each -> each.at("selectors").items().forEach(selector -> expression(selector, look)));
        }
    }

    private static void expression(ManifestValue selector, CheckContext look) {
        var expression = selector.at("cel", "expression");
        if (expression.present() && !expression.unfilled()) {
            var text = expression.text();
            CelProgram.fault(text).map("is no CEL: "::concat)
                    .or(() -> CelProgram.unknown(text, Map.of("device", DEVICE)).map("does not compile: "::concat))
                    .ifPresent(why -> look.note("selector-unreadable", expression,
                            "“%s” %s".formatted(text.strip(), why)));
        }
        var dashed = DASHED.matcher(expression.text());
        if (dashed.find()) {
            var right = dashed.group(1).replace('-', ' ');
            look.note("claim-product-dashed", expression,
                    "Drivers name products with blanks: “%s”; only labels have dashes"
                            .formatted(right),
                    ManifestEditor.fix("Write blanks", ManifestEditor.replace(expression, dashed.group(1), right)));
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        var claims = template.spec().at("resourceClaims").items();
        var named = claims.stream().map(claim -> claim.at("name").text()).collect(Collectors.toSet());
        for (var claim : claims) {
            boolean one = claim.at("resourceClaimName").present();
            if (one == claim.at("resourceClaimTemplateName").present()) {
                look.offer("claim-reference", claim, "A claim of a pod names either a claim or a template of claims",
                        ClaimFixes.reference(claim, look.manifest()));
            }
        }
        var used = template.allContainers().stream()
                .flatMap(container -> container.resources().at("claims").items().stream()).map(one -> one.at("name"))
                .toList();
        used.stream().filter(name -> !named.contains(name.text())).forEach(name -> look.offer("claim-reference", name,
                "The pod has no claim “%s”: name it under resourceClaims".formatted(name.text()),
                ClaimFixes.known(name, template)));
        claims.stream().map(claim -> claim.at("name"))
                .filter(name -> used.stream().noneMatch(other -> other.text().equals(name.text())))
                .forEach(name -> look.offer("claim-unused", name,
                        "“%s” is allocated and no container has it: name it under resources.claims"
                                .formatted(name.text()),
                        ClaimFixes.used(name, template)));
        twice(template, look);
    }

    /** A claim beside a resource is a second device only where both are of one kind: channels and NICs are others. */
    private static void twice(PodTemplate template, CheckContext look) {
        for (var claimed : new PodClaimDevices(look).of(template)) {
            var both = template.allContainers().stream().flatMap(container -> container.asked().stream())
                    .filter(asked -> asked.count() > 0 && claimed.kind().resource().matcher(asked.resource()).matches())
                    .findFirst();
            if (both.isPresent()) {
                look.offer("claim-beside-resource", both.get().value().key(),
                        "The claim “%s” and %s are devices of the same kind: the pod takes both"
                                .formatted(claimed.claim().at("name").text(), both.get().resource()),
                        ManifestEditor.ways(RequestFixes.without("Have them by the claim alone", template,
                                asked -> claimed.kind().resource().matcher(asked.resource()).matches()),
                                ClaimFixes.without(claimed.claim(), template)));
                return;
            }
        }
    }
}
