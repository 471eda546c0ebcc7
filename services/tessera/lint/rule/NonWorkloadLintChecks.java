package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Predicate;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.fix.ObjectStructureLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.lint.source.YamlDocuments;
import tessera.text.MessageCatalog;

/** Checks of objects around workloads that do not work as they seem to: autoscalers, operators, kubelets and access. */
final class NonWorkloadLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(NonWorkloadLintChecks.class);
    private static final String ENFORCED = "pod-security.kubernetes.io/enforce";
    private static final String STATIC = "topology-without-static-cpus";

    private static final Set<String> RESERVED = Set.of("reservedSystemCPUs", "kubeReserved", "systemReserved");
    private static final Set<String> OPERATORS = Set.of("gpu-operator", "nvidia-gpu-operator");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        switch (object.kind()) {
            case "ConfigMap" -> {
                checkUnreadMap(object, context);
                object.at("data").entries().forEach(entry -> checkInnerKubelet(entry.value(), context));
            }
            case "ResourceBinding", "ClusterResourceBinding" -> checkBinding(object, context);
            case "ClusterAutoscaler" -> checkAutoscaler(object, context);
            case "Namespace" -> checkNamespace(object, context);
            case "Role", "ClusterRole" -> object.at("rules").items().forEach(rule -> checkRole(rule, context));
            case "RuntimeClass" -> checkOverhead(object, context);
            case "KubeletConfiguration" -> checkKubelet(object.root(), context);
            case "KubeletConfig" -> checkKubelet(object.at("spec", "kubeletConfig"), context);
            default -> {
                // Others are looked at elsewhere.
            }
        }
    }

    private static void checkUnreadMap(ManifestKubernetesObject object, LintCheckContext context) {
        context.facts().findMistake("configMaps", object.namespace() + "/" + object.name())
                .ifPresent(nameMistake -> context.addChoice("config-map-unread", object.at("metadata", "name"),
                        nameMistake.about(object.name()), ManifestSourceEditor
                                .availableFixes(ObjectStructureLintFixes.removeObject(object, context.manifest()))));
    }

    private static void checkBinding(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.group().endsWith(".karmada.io") && !object.isLive()) {
            context.addChoice("binding-by-hand", object.at("kind"), new LintGpuConfigReason.BindingByHand(),
                    ManifestSourceEditor
                            .availableFixes(ObjectStructureLintFixes.removeObject(object, context.manifest())));
        }
    }

    private static void checkAutoscaler(ManifestKubernetesObject object, LintCheckContext context) {
        var name = object.at("metadata", "name");
        if (object.group().equals("autoscaling.openshift.io") && !object.name().equals("default")) {
            context.addFinding("autoscaler-name", name, new LintGpuConfigReason.AutoscalerNotDefault(),
                    ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename.default"),
                            ManifestSourceEditor.replace(name, "default")));
        }
    }

    private static void checkNamespace(ManifestKubernetesObject object, LintCheckContext context) {
        var enforced = object.at("metadata", "labels", ENFORCED);
        if (OPERATORS.contains(object.name()) && !enforced.text().equals("privileged")) {
            context.addFinding("namespace-refuses-drivers", enforced.isPresent() ? enforced : object.at("metadata"),
                    new LintGpuConfigReason.NamespaceRejectsDrivers(ENFORCED),
                    labelPrivileged(object.at("metadata"), enforced));
        }
    }

    private static Optional<LintFix> labelPrivileged(ManifestValue metadata, ManifestValue enforced) {
        var json = JsonNodeFactory.instance;
        var labels = metadata.at("labels");
        List<TextEdit> edits;
        if (enforced.isPresent()) {
            edits = ManifestSourceEditor.replace(enforced, "privileged");
        } else if (labels.isMap()) {
            edits = ManifestSourceEditor.insertEntry(labels, ENFORCED, json.textNode("privileged"));
        } else if (labels.isWritten()) {
            edits = List.<TextEdit>of();
        } else {
            edits = ManifestSourceEditor.insertEntry(metadata, "labels", json.objectNode().put(ENFORCED, "privileged"));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.label"), edits);
    }

    private static void checkRole(ManifestValue rule, LintCheckContext context) {
        for (var part : List.of("resources", "resourceNames")) {
            checkRoleNames(rule, rule.at(part).items(), context);
        }
    }

    private static void checkRoleNames(ManifestValue rule, List<ManifestValue> names, LintCheckContext context) {
        Predicate<ManifestValue> device = name -> namesAccelerator(name, context, rule);
        boolean all = names.stream().allMatch(device);
        names.stream().filter(device).forEach(
                name -> context.addChoice("role-names-device", name, new LintGpuConfigReason.RoleForDevice(name.text()),
                        ManifestSourceEditor.availableFixes(
                                ManifestSourceEditor.fixOf(MESSAGES.text(all ? "fix.remove.rule" : "fix.remove"),
                                        ManifestSourceEditor.remove(all ? rule : name)))));
    }

    private static boolean namesAccelerator(ManifestValue name, LintCheckContext context, ManifestValue rule) {
        return context.isAccelerator(name.text()) || rule.at("apiGroups").texts().stream()
                .anyMatch(group -> context.isAccelerator(group + "/" + name.text().replaceFirst("s$", "")));
    }

    private static void checkOverhead(ManifestKubernetesObject object, LintCheckContext context) {
        object.at("overhead", "podFixed").entries().stream().filter(entry -> context.isAccelerator(entry.name()))
                .forEach(entry -> context.addFinding("overhead-takes-devices", entry.key(),
                        new LintGpuConfigReason.OverheadOfDevices(entry.value().text(), entry.name()),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                                ManifestSourceEditor.remove(entry.value()))));
    }

    private static boolean isCpuAligned(ManifestValue kubelet) {
        var topology = kubelet.at("topologyManagerPolicy");
        return !topology.isPresent() || topology.text().equals("none")
                || kubelet.at("cpuManagerPolicy").text().equals("static");
    }

    /** Checks the kubelet configuration that kubeadm keeps in a ConfigMap. */
    private static void checkInnerKubelet(ManifestValue text, LintCheckContext context) {
        if (!text.text().contains("KubeletConfiguration")) {
            return;
        }
        var inner = YamlDocuments.parseEmbedded(text.text());
        if (inner != null && inner.at("kind").text().equals("KubeletConfiguration") && !isCpuAligned(inner)) {
            context.addChoice(STATIC, text.key(), new LintGpuConfigReason.UnalignedCpus(), List.of());
        }
    }

    private static void checkKubelet(ManifestValue kubelet, LintCheckContext context) {
        if (!isCpuAligned(kubelet)) {
            var tree = JsonNodeFactory.instance.objectNode().put("cpuManagerPolicy", "static");
            if (!RESERVED.stream().anyMatch(key -> kubelet.at(key).isPresent())) {
                // The kubelet does not start with the static policy where none is reserved.
                tree.put("reservedSystemCPUs", "0");
            }
            context.addChoice(STATIC, kubelet.at("topologyManagerPolicy"), new LintGpuConfigReason.UnalignedCpus(),
                    ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.static.cpus"),
                            YamlBlockEditor.mergeTree(kubelet, tree))));
        }
    }
}
