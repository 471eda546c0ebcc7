package tessera.lint.manifest;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.source.ManifestValue;

/** The objects that those of a manifest go by, and that it does not make itself. */
public final class ObjectReferences {

    private static final String DEVICES = "resource.k8s.io/v1";
    private static final String QUEUE = "kueue.x-k8s.io/queue-name";
    private static final Set<String> SCALED = Set.of("Deployment", "StatefulSet", "ReplicaSet");
    /** Every namespace has it. */
    private static final String USUAL_ACCOUNT = "default";

    private final KubeObject object;
    private final Map<ObjectReference, ManifestValue> found = new LinkedHashMap<>();

    private ObjectReferences(KubeObject object) {
        this.object = object;
    }

    /** With where each is written first. */
    public static Map<ObjectReference, ManifestValue> of(Manifest manifest) {
        var all = new LinkedHashMap<ObjectReference, ManifestValue>();
        for (var object : manifest.objects()) {
            of(object, manifest).forEach(all::putIfAbsent);
        }
        return all;
    }

    /** Those of one of its objects. */
    public static Map<ObjectReference, ManifestValue> of(KubeObject object, Manifest manifest) {
        var references = new ObjectReferences(object);
        references.look();
        references.found.keySet().removeIf(reference -> made(reference, manifest));
        return references.found;
    }

    private static boolean made(ObjectReference reference, Manifest manifest) {
        return manifest.objects().stream().anyMatch(other -> (other.kind().equals(reference.kind())
                && other.group().equals(reference.group()) && other.name().equals(reference.name()))
                || (reference.kind().equals("Secret") && secret(other, reference.name()))
                || (reference.kind().equals("ResourceClaimTemplate") && channel(other, reference.name())));
    }

    /** Whether a controller makes a Secret of it. */
    private static boolean secret(KubeObject object, String name) {
        return (object.kind().endsWith("Secret") && object.name().equals(name))
                || Stream.of(object.at("spec", "secretName"), object.at("spec", "target", "name"))
                        .anyMatch(value -> value.text().equals(name));
    }

    /** Whether a driver of NVIDIA makes a template of claims for the channels between nodes. */
    private static boolean channel(KubeObject object, String name) {
        return object.is("resource.nvidia.com", "ComputeDomain")
                && object.at("spec", "channel", "resourceClaimTemplate", "name").text().equals(name);
    }

    private void look() {
        note("kueue.x-k8s.io/v1beta2", "LocalQueue", object.at("metadata", "labels", QUEUE), true);
        if (object.is("", "PersistentVolumeClaim")) {
            storage(object.at("spec"));
        }
        object.at("spec", "volumeClaimTemplates").items().forEach(claim -> storage(claim.at("spec")));
        if (object.is("resource.k8s.io", "ResourceClaim")) {
            devices(object.at("spec"));
        } else if (object.is("resource.k8s.io", "ResourceClaimTemplate")) {
            devices(object.at("spec", "spec"));
        }
        if (object.is("autoscaling", "HorizontalPodAutoscaler")) {
            var target = object.at("spec", "scaleTargetRef");
            if (SCALED.contains(target.at("kind").text())) {
                note("apps/v1", target.at("kind").text(), target.at("name"), true);
            }
        }
        object.templates().stream().filter(PodTemplate::whole).forEach(this::pod);
    }

    private void storage(ManifestValue claim) {
        note("storage.k8s.io/v1", "StorageClass", claim.at("storageClassName"), false);
    }

    private void devices(ManifestValue spec) {
        for (var request : spec.at("devices", "requests").items()) {
            Stream.concat(Stream.of(request, request.at("exactly")), request.at("firstAvailable").items().stream())
                    .forEach(each -> note(DEVICES, "DeviceClass", each.at("deviceClassName"), false));
        }
    }

    private void pod(PodTemplate template) {
        var spec = template.spec();
        var account = spec.at("serviceAccountName");
        if (!account.text().equals(USUAL_ACCOUNT)) {
            note("v1", "ServiceAccount", account, true);
        }
        for (var volume : spec.at("volumes").items()) {
            needed("ConfigMap", volume.at("configMap"), "name");
            needed("Secret", volume.at("secret"), "secretName");
            note("v1", "PersistentVolumeClaim", volume.at("persistentVolumeClaim", "claimName"), true);
            storage(volume.at("ephemeral", "volumeClaimTemplate", "spec"));
            for (var source : volume.at("projected", "sources").items()) {
                needed("ConfigMap", source.at("configMap"), "name");
                needed("Secret", source.at("secret"), "name");
            }
        }
        for (var container : template.allContainers()) {
            container.value().at("env").items().stream().map(each -> each.at("valueFrom")).forEach(from -> {
                needed("ConfigMap", from.at("configMapKeyRef"), "name");
                needed("Secret", from.at("secretKeyRef"), "name");
            });
            container.value().at("envFrom").items().forEach(from -> {
                needed("ConfigMap", from.at("configMapRef"), "name");
                needed("Secret", from.at("secretRef"), "name");
            });
        }
        for (var claim : spec.at("resourceClaims").items()) {
            note(DEVICES, "ResourceClaim", claim.at("resourceClaimName"), true);
            note(DEVICES, "ResourceClaimTemplate", claim.at("resourceClaimTemplateName"), true);
        }
    }

    private void needed(String kind, ManifestValue source, String key) {
        if (!source.at("optional").isTrue()) {
            note("v1", kind, source.at(key), true);
        }
    }

    private void note(String apiVersion, String kind, ManifestValue name, boolean namespaced) {
        if (name.isText() && name.present() && !name.text().isBlank() && !name.unfilled()) {
            var plural = kind.toLowerCase(Locale.ROOT) + (kind.endsWith("s") ? "es" : "s");
            found.putIfAbsent(new ObjectReference(apiVersion, kind, plural, namespaced ? object.namespace() : "",
                    name.text(), namespaced), name);
        }
    }
}
