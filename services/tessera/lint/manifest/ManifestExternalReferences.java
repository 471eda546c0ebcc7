package tessera.lint.manifest;

import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestValue;

/** The references of a manifest's objects to objects that it does not create itself. */
public final class ManifestExternalReferences {

    private static final String DEVICES = "resource.k8s.io/v1";
    private static final String QUEUE = "kueue.x-k8s.io/queue-name";
    private static final Set<String> SCALED = Set.of("Deployment", "StatefulSet", "ReplicaSet");
    /** Every namespace has it. */
    private static final String USUAL_ACCOUNT = "default";

    private final ManifestKubernetesObject object;
    private final Map<ManifestObjectReference, ManifestValue> valuesByReference = new LinkedHashMap<>();

    private ManifestExternalReferences(ManifestKubernetesObject object) {
        this.object = object;
    }

    /** Returns the references of a manifest, with the first place of each. */
    public static Map<ManifestObjectReference, ManifestValue> referencesOf(KubernetesManifest kubernetesManifest) {
        var all = new LinkedHashMap<ManifestObjectReference, ManifestValue>();
        for (var object : kubernetesManifest.objects()) {
            referencesOf(object, kubernetesManifest).forEach(all::putIfAbsent);
        }
        return all;
    }

    /** Returns the references of one of its objects. */
    public static Map<ManifestObjectReference, ManifestValue> referencesOf(ManifestKubernetesObject object,
            KubernetesManifest kubernetesManifest) {
        var references = new ManifestExternalReferences(object);
        references.collect();
        references.valuesByReference.keySet().removeIf(reference -> isCreated(reference, kubernetesManifest));
        return references.valuesByReference;
    }

    private static boolean isCreated(ManifestObjectReference reference, KubernetesManifest kubernetesManifest) {
        return kubernetesManifest.objects().stream().anyMatch(other -> (other.kind().equals(reference.kind())
                && other.group().equals(reference.group()) && other.name().equals(reference.name()))
                || (reference.kind().equals("Secret") && createsSecret(other, reference.name()))
                || (reference.kind().equals("ResourceClaimTemplate") && createsChannel(other, reference.name())));
    }

    /** Returns whether a controller creates that Secret from an object. */
    private static boolean createsSecret(ManifestKubernetesObject object, String name) {
        return (object.kind().endsWith("Secret") && object.name().equals(name))
                || Stream.of(object.at("spec", "secretName"), object.at("spec", "target", "name"))
                        .anyMatch(value -> value.text().equals(name));
    }

    /** Returns whether NVIDIA's DRA driver creates that claim template for channels between nodes from an object. */
    private static boolean createsChannel(ManifestKubernetesObject object, String name) {
        return object.isKind("resource.nvidia.com", "ComputeDomain")
                && object.at("spec", "channel", "resourceClaimTemplate", "name").text().equals(name);
    }

    private void collect() {
        addReference("kueue.x-k8s.io/v1beta2", "LocalQueue", object.at("metadata", "labels", QUEUE), true);
        if (object.isKind("", "PersistentVolumeClaim")) {
            addStorageClass(object.at("spec"));
        }
        object.at("spec", "volumeClaimTemplates").items().forEach(claim -> addStorageClass(claim.at("spec")));
        if (object.isKind("resource.k8s.io", "ResourceClaim")) {
            addDeviceClasses(object.at("spec"));
        } else if (object.isKind("resource.k8s.io", "ResourceClaimTemplate")) {
            addDeviceClasses(object.at("spec", "spec"));
        }
        if (object.isKind("autoscaling", "HorizontalPodAutoscaler")) {
            var target = object.at("spec", "scaleTargetRef");
            if (SCALED.contains(target.at("kind").text())) {
                addReference("apps/v1", target.at("kind").text(), target.at("name"), true);
            }
        }
        object.templates().stream().filter(ManifestPodTemplate::complete).forEach(this::addPodReferences);
    }

    private void addStorageClass(ManifestValue claim) {
        addReference("storage.k8s.io/v1", "StorageClass", claim.at("storageClassName"), false);
    }

    private void addDeviceClasses(ManifestValue spec) {
        for (var request : spec.at("devices", "requests").items()) {
            Stream.concat(Stream.of(request, request.at("exactly")), request.at("firstAvailable").items().stream())
                    .forEach(value -> addReference(DEVICES, "DeviceClass", value.at("deviceClassName"), false));
        }
    }

    private void addPodReferences(ManifestPodTemplate template) {
        var spec = template.spec();
        var account = spec.at("serviceAccountName");
        if (!account.text().equals(USUAL_ACCOUNT)) {
            addReference("v1", "ServiceAccount", account, true);
        }
        for (var volume : spec.at("volumes").items()) {
            addRequired("ConfigMap", volume.at("configMap"), "name");
            addRequired("Secret", volume.at("secret"), "secretName");
            addReference("v1", "PersistentVolumeClaim", volume.at("persistentVolumeClaim", "claimName"), true);
            addStorageClass(volume.at("ephemeral", "volumeClaimTemplate", "spec"));
            for (var source : volume.at("projected", "sources").items()) {
                addRequired("ConfigMap", source.at("configMap"), "name");
                addRequired("Secret", source.at("secret"), "name");
            }
        }
        for (var container : template.allContainers()) {
            container.value().at("env").items().stream().map(value -> value.at("valueFrom")).forEach(from -> {
                addRequired("ConfigMap", from.at("configMapKeyRef"), "name");
                addRequired("Secret", from.at("secretKeyRef"), "name");
            });
            container.value().at("envFrom").items().forEach(from -> {
                addRequired("ConfigMap", from.at("configMapRef"), "name");
                addRequired("Secret", from.at("secretRef"), "name");
            });
        }
        for (var claim : spec.at("resourceClaims").items()) {
            addReference(DEVICES, "ResourceClaim", claim.at("resourceClaimName"), true);
            addReference(DEVICES, "ResourceClaimTemplate", claim.at("resourceClaimTemplateName"), true);
        }
    }

    private void addRequired(String kind, ManifestValue source, String key) {
        if (!source.at("optional").isTrue()) {
            addReference("v1", kind, source.at(key), true);
        }
    }

    private void addReference(String apiVersion, String kind, ManifestValue name, boolean namespaced) {
        if (name.isText() && name.isPresent() && !name.text().isBlank() && !name.isTemplated()) {
            var plural = kind.toLowerCase(Locale.ROOT) + (kind.endsWith("s") ? "es" : "s");
            valuesByReference.putIfAbsent(new ManifestObjectReference(apiVersion, kind, plural,
                    namespaced ? object.namespace() : "", name.text(), namespaced), name);
        }
    }
}
