package tessera.lint.rule;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestPodTemplate;
import tessera.lint.rule.CommonFieldMistakeCatalog.DeviceClassResourcePair;
import tessera.lint.source.ManifestValue;

/** The kinds of device that a pod's claims request, as far as the manifest holds the claims and their classes. */
final class PodClaimDeviceKindFinder {

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
        return template.spec().at("resourceClaims").items().stream()
                .flatMap(claim -> kindsOf(claim).map(kind -> new PodClaim(claim, kind))).toList();
    }

    private Stream<DeviceClassResourcePair> kindsOf(ManifestValue claim) {
        var requests = Stream.concat(
                specsOf("ResourceClaim", claim.at("resourceClaimName").text(), "spec"),
                specsOf("ResourceClaimTemplate", claim.at("resourceClaimTemplateName").text(), "spec", "spec"))
                .flatMap(spec -> spec.at("devices", "requests").items().stream());
        var classes = requests
                .flatMap(request -> Stream.concat(Stream.of(request, request.at("exactly")),
                        request.at("firstAvailable").items().stream()))
                // Who only watches devices takes none.
                .filter(request -> !request.at("adminAccess").isTrue())
                .map(request -> request.at("deviceClassName").text()).filter(name -> !name.isEmpty()).toList();
        return context.facts().deviceKinds().stream()
                .filter(kind -> classes.stream().anyMatch(name -> isOfKind(kind, name)));
    }

    private Stream<ManifestValue> specsOf(String kind, String name, String... path) {
        return context.objects(GROUP, kind).filter(object -> !name.isEmpty() && object.name().equals(name))
                .map(object -> object.at(path));
    }

    private boolean isOfKind(DeviceClassResourcePair kind, String deviceClass) {
        return kind.deviceClass().matcher(deviceClass).matches()
                || context.objects(GROUP, "DeviceClass").filter(object -> object.name().equals(deviceClass))
                        .anyMatch(object -> selectsKind(object, kind));
    }

    private static boolean selectsKind(ManifestKubernetesObject deviceClass, DeviceClassResourcePair kind) {
        return deviceClass.at("spec", "selectors").items().stream()
                .flatMap(selector -> DRIVER.matcher(selector.at("cel", "expression").text()).results())
                .anyMatch(driver -> kind.deviceClass().matcher(driver.group(1)).matches());
    }
}
