package tessera.lint.rule;

import java.util.List;
import java.util.Locale;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tessera.cel.CelCompilationFault;
import tessera.cel.CelProgram;
import tessera.cel.CelScope;
import tessera.lint.fix.ResourceClaimLintFixes;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.rule.CommonFieldMistakeCatalog.DeviceClassResourcePair;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;

/** Checks of devices that are claimed by dynamic resource allocation. */
final class ResourceClaimLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ResourceClaimLintChecks.class);
    private static final String GROUP = "resource.k8s.io";
    private static final Set<String> NESTING = Set.of(GROUP + "/v1", GROUP + "/v1beta2");
    private static final Set<String> EFFECTS = Set.of("NoExecute", "NoSchedule", "None");
    private static final Pattern DASHED = Pattern.compile("productName\\s*==\\s*['\"]((?:NVIDIA|Tesla)-[\\w-]+)['\"]");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind(GROUP, "ResourceClaim")) {
            checkClaim(object, object.at("spec"), context);
        } else if (object.isKind(GROUP, "ResourceClaimTemplate")) {
            checkClaim(object, object.at("spec", "spec"), context);
        } else if (object.isKind(GROUP, "DeviceClass")) {
            object.at("spec", "selectors").items().forEach(selector -> checkExpression(selector, context));
        } else if (object.isKind(GROUP, "DeviceTaintRule")) {
            checkTaintRule(object, context);
        }
    }

    private static void checkClaim(ManifestKubernetesObject object, ManifestValue spec, LintCheckContext context) {
        for (var request : spec.at("devices", "requests").items()) {
            boolean nests = request.at("exactly").isPresent() || request.at("firstAvailable").isPresent();
            if (NESTING.contains(object.apiVersion()) && !nests) {
                context.addFinding("claim-shape", request,
                        new LintClaimReason.NestedRequestExpected(object.apiVersion()),
                        ResourceClaimLintFixes.toNestedRequest(request));
            }
            if (object.apiVersion().equals(GROUP + "/v1beta1") && nests) {
                context.addFinding("claim-shape", request, new LintClaimReason.FlatRequestExpected(),
                        ResourceClaimLintFixes.toFlatRequest(request));
            }
            request.at("selectors").items().forEach(selector -> checkExpression(selector, context));
            request.at("exactly", "selectors").items().forEach(selector -> checkExpression(selector, context));
            for (var value : request.at("firstAvailable").items()) {
                value.at("selectors").items().forEach(selector -> checkExpression(selector, context));
            }
            checkCount(request, context);
            checkCount(request.at("exactly"), context);
        }
        checkConstraints(spec.at("devices"), context);
    }

    private static void checkCount(ManifestValue request, LintCheckContext context) {
        var count = request.at("count");
        if (request.at("allocationMode").text().equals("All") && count.isWritten()) {
            context.addFinding("value-refused", count, new LintClaimReason.CountWithAllDevices(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.count"), ManifestSourceEditor.remove(count)));
        }
    }

    /** Checks that constraints name requests of the claim, and attributes with their domain. */
    private static void checkConstraints(ManifestValue devices, LintCheckContext context) {
        var names = new TreeSet<String>();
        for (var request : devices.at("requests").items()) {
            var name = request.at("name").text();
            names.add(name);
            request.at("firstAvailable").items().forEach(each -> names.add(name + "/" + each.at("name").text()));
        }
        Stream.of("constraints", "config").flatMap(key -> devices.at(key).items().stream())
                .flatMap(each -> each.at("requests").items().stream())
                .filter(name -> !name.isTemplated() && !names.contains(name.text()))
                .forEach(name -> addRequestChoice(name, context, names));
        devices.at("constraints").items().stream()
                .flatMap(each -> Stream.of(each.at("matchAttribute"), each.at("distinctAttribute")))
                .filter(attribute -> attribute.isPresent() && !attribute.isTemplated()
                        && !attribute.text().contains("/"))
                .forEach(attribute -> context.addFinding("value-refused", attribute,
                        new LintClaimReason.AttributeWithoutDomain(attribute.text())));
    }

    private static void addRequestChoice(ManifestValue name, LintCheckContext context, NavigableSet<String> names) {
        context.addChoice("claim-reference", name, new LintClaimReason.UnknownClaimRequest(name.text()),
                SpellingSuggestionFinder
                        .findMistyped(name.text(), names).flatMap(near -> ManifestSourceEditor
                                .fixOf(MESSAGES.text("fix.write", near), ManifestSourceEditor.replace(name, near)))
                        .stream().toList());
    }

    /** What a newer version does not have, it would drop: the rule would be for all devices then. */
    private static void checkTaintRule(ManifestKubernetesObject rule, LintCheckContext context) {
        if (!rule.apiVersion().equals(GROUP + "/v1alpha3")) {
            Stream.of("deviceClassName", "selectors").map(key -> rule.at("spec", "deviceSelector", key))
                    .filter(ManifestValue::isWritten).forEach(value -> context.addFinding("field-unknown", value.key(),
                            new LintClaimReason.TaintRuleSelectorGone()));
        }
        var effect = rule.at("spec", "taint", "effect");
        if (effect.isPresent() && !effect.isTemplated() && !EFFECTS.contains(effect.text())) {
            context.addChoice("value-refused", effect, new LintClaimReason.UnknownTaintEffect(effect.text()),
                    SpellingSuggestionFinder.findMistyped(effect.text(), EFFECTS).flatMap(near -> ManifestSourceEditor
                            .fixOf(MESSAGES.text("fix.write", near), ManifestSourceEditor.replace(effect, near)))
                            .stream().toList());
        }
    }

    private static void checkExpression(ManifestValue selector, LintCheckContext context) {
        var expression = selector.at("cel", "expression");
        if (expression.isPresent() && !expression.isTemplated()) {
            CelProgram.findFault(CelScope.DEVICE_SELECTOR, expression.text())
                    .ifPresent(fault -> context.addFinding("selector-unreadable", expression,
                            new LintClaimReason.UnreadableSelector(expression.text().strip(), fault.syntax(),
                                    DeviceSelectorFaultText.reasonOf(fault, expression.text()))));
        }
        var dashed = DASHED.matcher(expression.text());
        if (dashed.find()) {
            var right = dashed.group(1).replace('-', ' ');
            context.addFinding("claim-product-dashed", expression, new LintClaimReason.DashedProductName(right),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.spaces"),
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
                context.addChoice("claim-reference", claim, new LintClaimReason.AmbiguousClaimSource(),
                        ResourceClaimLintFixes.setReference(claim, context.manifest()));
            }
        }
        var used = template.allContainers().stream()
                .flatMap(container -> container.resources().at("claims").items().stream()).map(one -> one.at("name"))
                .toList();
        used.stream().filter(name -> !named.contains(name.text()))
                .forEach(name -> context.addChoice("claim-reference", name,
                        new LintClaimReason.UnknownPodClaim(name.text()),
                        ResourceClaimLintFixes.toKnownClaim(name, template)));
        claims.stream().map(claim -> claim.at("name"))
                .filter(name -> used.stream().map(ManifestValue::text).noneMatch(name.text()::equals)).forEach(
                        name -> context.addChoice("claim-unused", name, new LintClaimReason.UnusedPodClaim(name.text()),
                                ResourceClaimLintFixes.addToContainers(name, template)));
        checkDuplicateRequest(template, context);
    }

    /** Checks a claim beside an extended resource, which requests a second device only if both are of one kind. */
    private static void checkDuplicateRequest(ManifestPodTemplate template, LintCheckContext context) {
        for (var claimed : new PodClaimDeviceKindFinder(context).claimsOf(template)) {
            var both = template.allContainers().stream().flatMap(container -> container.requests().stream()).filter(
                    request -> request.count() > 0 && claimed.kind().resource().matcher(request.resource()).matches())
                    .findFirst();
            if (both.isPresent()) {
                context.addChoice("claim-beside-resource", both.get().value().key(),
                        new LintClaimReason.ClaimBesideRequest(claimed.claim().at("name").text(),
                                both.get().resource()),
                        ManifestSourceEditor
                                .availableFixes(
                                        ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.claim.only"),
                                                template,
                                                request -> claimed.kind().resource().matcher(request.resource())
                                                        .matches()),
                                        ResourceClaimLintFixes.removeClaim(claimed.claim(), template)));
                return;
            }
        }
    }

    /** The sentences on selectors that do not compile, with what was probably meant. */
    private static final class DeviceSelectorFaultText {

        private static final Pattern FUNCTION = Pattern.compile("(?:undeclared reference to '(\\w+)')");
        private static final Pattern FIELD = Pattern.compile("undefined field '\\w+'");
        private static final Pattern COMPARED = Pattern
                .compile("(?:found no matching overload for '_([<>]=?)_' applied to )");
        private static final Pattern MADE = Pattern.compile("kubernetes\\.(Quantity|Semver)");

        private DeviceSelectorFaultText() {}

        /** Returns what is wrong with a selector. */
        static LintClaimReason reasonOf(CelCompilationFault fault, String selector) {
            if (fault.syntax()) {
                return new LintClaimReason.SelectorMessage(fault.reason(), Optional.empty());
            }
            var compared = COMPARED.matcher(fault.reason());
            var made = MADE.matcher(fault.reason());
            if (compared.lookingAt() && made.find()) {
                var sign = compared.group(1);
                var function = made.group(1).toLowerCase(Locale.ROOT);
                return new LintClaimReason.IncomparableValues(sign, function);
            }
            if (FIELD.matcher(fault.reason()).matches()) {
                return new LintClaimReason.UndefinedDeviceField(fault.reason());
            }
            var function = FUNCTION.matcher(fault.reason());
            return new LintClaimReason.SelectorMessage(fault.reason(),
                    function.matches() && selector.contains(function.group(1) + "(")
                            ? SpellingSuggestionFinder.findMistyped(function.group(1), CelProgram.functionNames())
                            : Optional.empty());
        }
    }

    /** The kinds of device that a pod's claims request, as far as the manifest holds the claims and their classes. */
    private static final class PodClaimDeviceKindFinder {

        private static final String GROUP = "resource.k8s.io";
        private static final Pattern DRIVER = Pattern.compile("device\\.driver\\s*==\\s*['\"]([\\w.-]+)['\"]");

        private final LintCheckContext context;

        PodClaimDeviceKindFinder(LintCheckContext context) {
            this.context = context;
        }

        /** A claim of a pod and the kind of device that it requests; one whose class is of networks, or not known, has none. */
        record PodClaim(ManifestValue claim, DeviceClassResourcePair kind) {}

        /** Returns the claims of a pod that request a known kind of device. */
        List<PodClaim> claimsOf(ManifestPodTemplate template) {
            return template.spec().at("resourceClaims").items().stream().flatMap(this::podClaimsOf).toList();
        }

        private Stream<PodClaim> podClaimsOf(ManifestValue claim) {
            return kindsOf(claim).map(kind -> new PodClaim(claim, kind));
        }

        private Stream<DeviceClassResourcePair> kindsOf(ManifestValue claim) {
            var requests = Stream
                    .concat(specsOf("ResourceClaim", claim.at("resourceClaimName").text(), "spec"), specsOf(
                            "ResourceClaimTemplate", claim.at("resourceClaimTemplateName").text(), "spec", "spec"))
                    .flatMap(spec -> spec.at("devices", "requests").items().stream());
            var classes = requests
                    .flatMap(request -> Stream.concat(Stream.of(request, request.at("exactly")),
                            request.at("firstAvailable").items().stream()))
                    // Who only watches devices takes none.
                    .filter(request -> !request.at("adminAccess").isTrue())
                    .map(request -> request.at("deviceClassName").text()).filter(name -> !name.isEmpty()).toList();
            return context.facts().deviceKinds().stream().filter(kind -> hasClassOfKind(kind, classes));
        }

        private boolean hasClassOfKind(DeviceClassResourcePair kind, List<String> classes) {
            return classes.stream().anyMatch(name -> isOfKind(kind, name));
        }

        private Stream<ManifestValue> specsOf(String kind, String name, String... path) {
            return context.objects(GROUP, kind).filter(object -> !name.isEmpty() && object.name().equals(name))
                    .map(object -> object.at(path));
        }

        private boolean isOfKind(DeviceClassResourcePair kind, String deviceClass) {
            return kind.deviceClass().matcher(deviceClass).matches() || context.objects(GROUP, "DeviceClass")
                    .filter(object -> object.name().equals(deviceClass)).anyMatch(object -> selectsKind(object, kind));
        }

        private static boolean selectsKind(ManifestKubernetesObject deviceClass, DeviceClassResourcePair kind) {
            return deviceClass.at("spec", "selectors").items().stream()
                    .flatMap(selector -> DRIVER.matcher(selector.at("cel", "expression").text()).results())
                    .anyMatch(driver -> kind.deviceClass().matcher(driver.group(1)).matches());
        }
    }
}
