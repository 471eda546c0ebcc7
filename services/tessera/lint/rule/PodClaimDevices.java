package tessera.lint.rule;

import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.rule.FieldFacts.DeviceKind;
import tessera.lint.source.ManifestValue;

/** The kinds of device that claims of a pod ask for, as far as the manifest holds the claims and their classes. */
final class PodClaimDevices {

    private static final String GROUP = "resource.k8s.io";
    private static final Pattern DRIVER = Pattern.compile("device\\.driver\\s*==\\s*['\"]([\\w.-]+)['\"]");

    private final CheckContext look;

    PodClaimDevices(CheckContext look) {
        this.look = look;
    }

    /** A claim of a pod and the kind of device that it asks for; one whose class is of networks, or not known, has none. */
    record PodClaim(ManifestValue claim, DeviceKind kind) {}

    /** Returns the claims of a pod that ask for a known kind of device. */
    List<PodClaim> of(PodTemplate template) {
        return template.spec().at("resourceClaims").items().stream()
                .flatMap(claim -> kinds(claim).map(kind -> new PodClaim(claim, kind))).toList();
    }

    private Stream<DeviceKind> kinds(ManifestValue claim) {
        var requests = Stream.concat(
                specs("ResourceClaim", claim.at("resourceClaimName").text(), "spec"),
                specs("ResourceClaimTemplate", claim.at("resourceClaimTemplateName").text(), "spec", "spec"))
                .flatMap(spec -> spec.at("devices", "requests").items().stream());
        var classes = requests
                .flatMap(request -> Stream.concat(Stream.of(request, request.at("exactly")),
                        request.at("firstAvailable").items().stream()))
                // Who only watches devices takes none.
                .filter(request -> !request.at("adminAccess").isTrue())
                .map(request -> request.at("deviceClassName").text()).filter(name -> !name.isEmpty()).toList();
        return look.facts().devices().stream()
                .filter(kind -> classes.stream().anyMatch(name -> of(kind, name)));
    }

    private Stream<ManifestValue> specs(String kind, String name, String... path) {
        return look.objects(GROUP, kind).filter(object -> !name.isEmpty() && object.name().equals(name))
                .map(object -> object.at(path));
    }

    private boolean of(DeviceKind kind, String deviceClass) {
        return kind.deviceClass().matcher(deviceClass).matches()
                || look.objects(GROUP, "DeviceClass").filter(each -> each.name().equals(deviceClass))
                        .anyMatch(each -> selects(each, kind));
    }

    private static boolean selects(KubeObject deviceClass, DeviceKind kind) {
        return deviceClass.at("spec", "selectors").items().stream()
                .flatMap(selector -> DRIVER.matcher(selector.at("cel", "expression").text()).results())
                .anyMatch(driver -> kind.deviceClass().matcher(driver.group(1)).matches());
    }
}
