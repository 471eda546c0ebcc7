package tessera.lint.rule;

import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import tessera.cel.CelProgram;
import tessera.lint.fix.ResourceClaimLintFixes;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;

/** Checks of devices that are claimed by dynamic resource allocation. */
final class ResourceClaimLintChecks implements LintCheck {

    private static final String GROUP = "resource.k8s.io";
    private static final Set<String> NESTING = Set.of(GROUP + "/v1", GROUP + "/v1beta2");
    /** What an expression may ask of a device. */
    private static final Set<String> DEVICE = Set.of("driver", "attributes", "capacity", "allowMultipleAllocations");
    private static final Pattern DASHED = Pattern
            .compile("productName\\s*==\\s*['\"]((?:NVIDIA|Tesla)-[\\w-]+)['\"]");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind(GROUP, "ResourceClaim")) {
            checkClaim(object, object.at("spec"), context);
        } else if (object.isKind(GROUP, "ResourceClaimTemplate")) {
            checkClaim(object, object.at("spec", "spec"), context);
        } else if (object.isKind(GROUP, "DeviceClass")) {
            object.at("spec", "selectors").items().forEach(selector -> checkExpression(selector, context));
        }
    }

    private static void checkClaim(ManifestKubernetesObject object, ManifestValue spec, LintCheckContext context) {
        for (var request : spec.at("devices", "requests").items()) {
            boolean nests = request.at("exactly").isPresent() || request.at("firstAvailable").isPresent();
            if (NESTING.contains(object.apiVersion()) && !nests) {
                context.addFinding("claim-shape", request,
                        "In %s a request says exactly or firstAvailable, and the class inside of it"
                                .formatted(object.apiVersion()),
                        ResourceClaimLintFixes.toNestedRequest(request));
            }
            if (object.apiVersion().equals(GROUP + "/v1beta1") && nests) {
                context.addFinding("claim-shape", request,
                        "exactly is of v1beta2 and v1; in v1beta1 the class stands in the request",
                        ResourceClaimLintFixes.toFlatRequest(request));
            }
            request.at("selectors").items().forEach(selector -> checkExpression(selector, context));
            request.at("exactly", "selectors").items().forEach(selector -> checkExpression(selector, context));
            request.at("firstAvailable").items()
                    .forEach(value -> value.at("selectors").items()
                            .forEach(selector -> checkExpression(selector, context)));
        }
    }

    private static void checkExpression(ManifestValue selector, LintCheckContext context) {
        var expression = selector.at("cel", "expression");
        if (expression.isPresent() && !expression.isTemplated()) {
            var text = expression.text();
            CelProgram.syntaxError(text).map("is no CEL: "::concat)
                    .or(() -> CelProgram.undeclaredName(text, Map.of("device", DEVICE))
                            .map("does not compile: "::concat))
                    .ifPresent(reason -> context.addFinding("selector-unreadable", expression,
                            "“%s” %s".formatted(text.strip(), reason)));
        }
        var dashed = DASHED.matcher(expression.text());
        if (dashed.find()) {
            var right = dashed.group(1).replace('-', ' ');
            context.addFinding("claim-product-dashed", expression,
                    "Drivers name products with blanks: “%s”; only labels have dashes"
                            .formatted(right),
                    ManifestSourceEditor.fixOf("Write blanks",
                            ManifestSourceEditor.replacePart(expression, dashed.group(1), right)));
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        var claims = template.spec().at("resourceClaims").items();
        var named = claims.stream().map(claim -> claim.at("name").text()).collect(Collectors.toSet());
        for (var claim : claims) {
            boolean one = claim.at("resourceClaimName").isPresent();
            if (one == claim.at("resourceClaimTemplateName").isPresent()) {
                context.addChoice("claim-reference", claim,
                        "A claim of a pod names either a claim or a template of claims",
                        ResourceClaimLintFixes.setReference(claim, context.manifest()));
            }
        }
        var used = template.allContainers().stream()
                .flatMap(container -> container.resources().at("claims").items().stream()).map(one -> one.at("name"))
                .toList();
        used.stream().filter(name -> !named.contains(name.text()))
                .forEach(name -> context.addChoice("claim-reference", name,
                        "The pod has no claim “%s”: name it under resourceClaims".formatted(name.text()),
                        ResourceClaimLintFixes.toKnownClaim(name, template)));
        claims.stream().map(claim -> claim.at("name"))
                .filter(name -> used.stream().noneMatch(other -> other.text().equals(name.text())))
                .forEach(name -> context.addChoice("claim-unused", name,
                        "“%s” is allocated and no container has it: name it under resources.claims"
                                .formatted(name.text()),
                        ResourceClaimLintFixes.addToContainers(name, template)));
        checkDuplicateRequest(template, context);
    }

    /** Checks a claim beside an extended resource, which requests a second device only if both are of one kind. */
    private static void checkDuplicateRequest(ManifestPodTemplate template, LintCheckContext context) {
        for (var claimed : new PodClaimDeviceKindFinder(context).claimsOf(template)) {
            var both = template.allContainers().stream().flatMap(container -> container.requests().stream())
                    .filter(request -> request.count() > 0
                            && claimed.kind().resource().matcher(request.resource()).matches())
                    .findFirst();
            if (both.isPresent()) {
                context.addChoice("claim-beside-resource", both.get().value().key(),
                        "The claim “%s” and %s are devices of the same kind: the pod takes both"
                                .formatted(claimed.claim().at("name").text(), both.get().resource()),
                        ManifestSourceEditor.availableFixes(
                                ResourceRequestLintFixes.removeRequests("Have them by the claim alone", template,
                                        request -> claimed.kind().resource().matcher(request.resource()).matches()),
                                ResourceClaimLintFixes.removeClaim(claimed.claim(), template)));
                return;
            }
        }
    }
}
