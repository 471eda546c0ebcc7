package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.ShapeFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlDocuments;
import tessera.lint.source.YamlInsertions;

/** Objects around workloads that do not do what they look like: of autoscalers, operators, kubelets and access. */
final class PlatformChecks implements LintCheck {

    private static final String ENFORCED = "pod-security.kubernetes.io/enforce";
    private static final String STATIC = "topology-without-static-cpus";
    private static final String UNALIGNED = "Processors are aligned with devices only where cpuManagerPolicy is static";
    private static final Set<String> RESERVED = Set.of("reservedSystemCPUs", "kubeReserved", "systemReserved");
    private static final Set<String> OPERATORS = Set.of("gpu-operator", "nvidia-gpu-operator");

    @Override
    public void object(KubeObject object, CheckContext look) {
        switch (object.kind()) {
            case "ConfigMap" -> {
                unread(object, look);
                object.at("data").entries().forEach(entry -> inside(entry.value(), look));
            }
            case "ResourceBinding", "ClusterResourceBinding" -> binding(object, look);
            case "ClusterAutoscaler" -> scaler(object, look);
            case "Namespace" -> namespace(object, look);
            case "Role", "ClusterRole" -> object.at("rules").items().forEach(rule -> role(rule, look));
            case "RuntimeClass" -> overhead(object, look);
            case "KubeletConfiguration" -> kubelet(object.root(), look);
            case "KubeletConfig" -> kubelet(object.at("spec", "kubeletConfig"), look);
            default -> {
                // Others are looked at elsewhere.
            }
        }
    }

    private static void unread(KubeObject object, CheckContext look) {
        look.facts().mistake("configMaps", object.namespace() + "/" + object.name()).ifPresent(mistake -> look
                .offer("config-map-unread", object.at("metadata", "name"), object.name() + ": " + mistake.reason(),
                        ManifestEditor.ways(ShapeFixes.dropped(object, look.manifest()))));
    }

    private static void binding(KubeObject object, CheckContext look) {
        if (object.group().endsWith(".karmada.io") && !object.live()) {
            look.offer("binding-by-hand", object.at("kind"),
                    "Karmada’s controller makes bindings: write a PropagationPolicy of policy.karmada.io/v1alpha1",
                    ManifestEditor.ways(ShapeFixes.dropped(object, look.manifest())));
        }
    }

    private static void scaler(KubeObject object, CheckContext look) {
        var name = object.at("metadata", "name");
        if (object.group().equals("autoscaling.openshift.io") && !object.name().equals("default")) {
            look.note("autoscaler-name", name, "OpenShift looks at the ClusterAutoscaler that is called default",
                    ManifestEditor.fix("Call it default", ManifestEditor.replace(name, "default")));
        }
    }

    private static void namespace(KubeObject object, CheckContext look) {
        var enforced = object.at("metadata", "labels", ENFORCED);
        if (OPERATORS.contains(object.name()) && !enforced.text().equals("privileged")) {
            look.note("namespace-refuses-drivers", enforced.present() ? enforced : object.at("metadata"),
                    "Where Pod Security is enforced, drivers and plugins are refused here: label it %s=privileged"
                            .formatted(ENFORCED),
                    labelled(object.at("metadata"), enforced));
        }
    }

    private static Optional<LintFix> labelled(ManifestValue metadata, ManifestValue enforced) {
        var json = JsonNodeFactory.instance;
        var labels = metadata.at("labels");
        var edits = enforced.present() ? ManifestEditor.replace(enforced, "privileged")
                : labels.isMap() ? ManifestEditor.insert(labels, ENFORCED, json.textNode("privileged"))
                        : labels.written() ? List.<TextEdit>of()
                                : ManifestEditor.insert(metadata, "labels",
                                        json.objectNode().put(ENFORCED, "privileged"));
        return ManifestEditor.fix("Label it so", edits);
    }

    private static void role(ManifestValue rule, CheckContext look) {
        for (var part : List.of("resources", "resourceNames")) {
            names(rule, rule.at(part).items(), look);
        }
    }

    private static void names(ManifestValue rule, List<ManifestValue> names, CheckContext look) {
        Predicate<ManifestValue> device = name -> look.accelerator(name.text()) || rule.at("apiGroups").texts().stream()
                .anyMatch(group -> look.accelerator(group + "/" + name.text().replaceFirst("s$", "")));
        boolean all = names.stream().allMatch(device);
        names.stream().filter(device).forEach(name -> look.offer(
                "role-names-device", name, ("Roles are about kinds of objects, and cannot say who may have %s: "
                        + "that is for a ResourceQuota, an admission policy or a queue").formatted(name.text()),
                ManifestEditor.ways(ManifestEditor.fix(all ? "Take the rule away" : "Take it away",
                        ManifestEditor.remove(all ? rule : name)))));
    }

    private static void overhead(KubeObject object, CheckContext look) {
        object.at("overhead", "podFixed").entries().stream().filter(entry -> look.accelerator(entry.name()))
                .forEach(entry -> look.note("overhead-takes-devices", entry.key(),
                        "Every pod of this class is counted with %s more %s, which no container gets"
                                .formatted(entry.value().text(), entry.name()),
                        ManifestEditor.fix("Take it away", ManifestEditor.remove(entry.value()))));
    }

    private static boolean aligned(ManifestValue kubelet) {
        var topology = kubelet.at("topologyManagerPolicy");
        return !topology.present() || topology.text().equals("none")
                || kubelet.at("cpuManagerPolicy").text().equals("static");
    }

    /** The configuration of kubelets that kubeadm keeps. */
    private static void inside(ManifestValue text, CheckContext look) {
        if (!text.text().contains("KubeletConfiguration")) {
            return;
        }
        var inner = YamlDocuments.inner(text.text());
        if (inner != null && inner.at("kind").text().equals("KubeletConfiguration") && !aligned(inner)) {
            look.offer(STATIC, text.key(), UNALIGNED, List.of());
        }
    }

    private static void kubelet(ManifestValue kubelet, CheckContext look) {
        if (!aligned(kubelet)) {
            var tree = JsonNodeFactory.instance.objectNode().put("cpuManagerPolicy", "static");
            if (!RESERVED.stream().anyMatch(key -> kubelet.at(key).present())) {
                // The kubelet does not start with the static policy where none is reserved.
                tree.put("reservedSystemCPUs", "0");
            }
            look.offer(STATIC, kubelet.at("topologyManagerPolicy"), UNALIGNED,
                    ManifestEditor.ways(ManifestEditor.fix("Make it static", YamlInsertions.merge(kubelet, tree))));
        }
    }
}
