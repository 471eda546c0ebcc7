package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.VolumeLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.model.ContainerImageNameValidator;

/** Checks for what a GPU does not need: privileges, host access, images with floating tags. */
final class PodSecurityLintChecks implements LintCheck {

    private static final Set<String> STRONG = Set.of("SYS_ADMIN", "ALL", "SYS_MODULE", "SYS_RAWIO");
    private static final List<String> HOST = List.of("hostIPC", "hostPID", "hostNetwork");

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete() || isSystemPod(template)) {
            return;
        }
        boolean devices = asksForDevices(template, context);
        for (var field : HOST) {
            var value = template.spec().at(field);
            if (devices && value.isTrue() && !(field.equals("hostNetwork") && usesTpuSlices(template))) {
                context.addChoice("host-namespace", value, reason(field),
                        ManifestSourceEditor
                                .availableFixes(ManifestSourceEditor.fixOf("Set it to false",
                                        ManifestSourceEditor.replace(value, "false"))));
            }
        }
        for (var volume : template.spec().at("volumes").items()) {
            var path = volume.at("hostPath", "path");
            var nameMistake = context.facts().findMistake("hostPaths", path.text()).orElse(null);
            if (nameMistake != null) {
                context.addChoice("host-path", path, path.text() + ": " + nameMistake.reason(),
                        ManifestSourceEditor.availableFixes(VolumeLintFixes.removeVolume(template, volume)));
            }
        }
    }

    private static String reason(String field) {
        if (field.equals("hostIPC")) {
            return "hostIPC is the wrong remedy for little shared memory: mount an emptyDir of memory at /dev/shm";
        }
        return field + " is not needed to use GPUs" + (field.equals("hostNetwork")
                ? "; RDMA takes a device of its own and IPC_LOCK"
                : "");
    }

    /** Returns whether it uses TPU slices, which communicate over the network of their hosts. */
    private static boolean usesTpuSlices(ManifestPodTemplate template) {
        return template.extendedRequests().containsKey("google.com/tpu");
    }

    /** Returns whether it is of a DaemonSet, which may offer or monitor devices. */
    static boolean isSystemPod(ManifestPodTemplate template) {
        return template.object().isKind("apps", "DaemonSet");
    }

    static boolean asksForDevices(ManifestPodTemplate template, LintCheckContext context) {
        return template.extendedRequests().entrySet().stream()
                .anyMatch(entry -> entry.getValue() > 0 && context.isAccelerator(entry.getKey()));
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        var security = container.value().at("securityContext");
        if (!isSystemPod(template)) {
            var privileged = security.at("privileged");
            if (privileged.isTrue()) {
                context.addFinding("privileged", privileged,
                        "A privileged container sees every device of its node; the device plugin hands out those it needs",
                        ManifestSourceEditor.fixOf("Set it to false",
                                ManifestSourceEditor.replace(privileged, "false")));
            }
            security.at("capabilities", "add").items().stream().filter(added -> STRONG.contains(added.text()))
                    .forEach(added -> context.addFinding("capability-strong", added,
                            added.text() + " is as good as privileged, and no GPU needs it",
                            ManifestSourceEditor.fixOf("Take it away", ManifestSourceEditor.remove(added))));
            checkHardening(container, template, context);
        }
        checkImage(container, context);
        boolean nvidia = container.requests().stream().anyMatch(request -> isNvidiaRequest(request, context));
        if (nvidia) {
            var image = container.value().at("image");
            context.facts().findMistake("processorImages", image.text())
                    .ifPresent(nameMistake -> context.addChoice("image-without-gpu",
                            image, image.text() + ": " + nameMistake.reason(),
                            replaceImage(image, nameMistake.correctionOf(image.text()))));
        }
    }

    private static boolean isNvidiaRequest(ContainerResourceRequest request, LintCheckContext context) {
        return request.count() > 0
                && context.accelerators().acceleratorOf(request.resource())
                        .filter(kind -> kind.vendor().equals("NVIDIA")).isPresent();
    }

    private static void checkHardening(PodTemplateContainer container, ManifestPodTemplate template,
            LintCheckContext context) {
        var security = container.value().at("securityContext");
        if (template.complete() && asksForDevices(template, context) && !security.at("privileged").isTrue()
                && !security.at("allowPrivilegeEscalation").text().equals("false")) {
            context.addFinding("escalation-possible", security.isWritten() ? security : container.value(),
                    "%s may gain privileges: set allowPrivilegeEscalation to false".formatted(container.subjectText()),
                    disallowEscalation(container, security));
        }
    }

    /** Returns a fix that disallows privilege escalation; none beside SYS_ADMIN, with which the server rejects it. */
    private static Optional<LintFix> disallowEscalation(PodTemplateContainer container, ManifestValue security) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("securityContext").put("allowPrivilegeEscalation", false);
        boolean admin = security.at("capabilities", "add").texts().stream()
                .anyMatch(added -> added.endsWith("SYS_ADMIN"));
        if (admin) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf("Set it to false", YamlBlockEditor.mergeTree(container.value(), tree));
    }

    private static void checkImage(PodTemplateContainer container, LintCheckContext context) {
        var image = container.value().at("image");
        var text = image.text();
        if (text.isEmpty() || text.contains("$") || text.contains("{{")) {
            return;
        }
        var fault = ContainerImageNameValidator.problemText(text);
        if (fault.isPresent()) {
            context.addFinding("image-unreadable", image,
                    "“%s” is no name of an image: %s".formatted(text, fault.get()),
                    ContainerImageNameValidator.suggestName(text)
                            .flatMap(right -> ManifestSourceEditor.fixOf("Write " + right,
                                    ManifestSourceEditor.replace(image, right))));
            return;
        }
        ContainerImageNameValidator.registryByCapitals(text)
                .ifPresent(first -> context.addChoice("image-unknown", image,
                        "“%s” is read as a registry, as it has capital letters: the path of an image has none"
                                .formatted(first),
                        replaceImage(image, ContainerImageNameValidator.suggestName(text))));
        var mistake = context.facts().findMistake("images", text);
        if (mistake.isPresent()) {
            context.addChoice("image-unknown", image, text + ": " + mistake.get().reason(),
                    replaceImage(image, mistake.get().correctionOf(text)));
            return;
        }
        context.facts().findMistake("oldImages", text)
                .ifPresent(old -> context.addChoice("image-old", image, text + ": " + old.reason(),
                        replaceImage(image, old.correctionOf(text))));
        checkTag(image, text, context);
    }

    private static void checkTag(ManifestValue image, String text, LintCheckContext context) {
        boolean digest = text.contains("@");
        int colon = text.lastIndexOf(':');
        var tag = colon > text.lastIndexOf('/') ? text.substring(colon + 1) : "";
        if (!digest && (tag.isEmpty() || tag.matches("latest|latest-.+"))) {
            context.addChoice("image-latest", image,
                    tag.isEmpty() ? text + " has no tag: what runs changes under one's hands"
                            : text + " is another image tomorrow: name a version",
                    replaceImage(image,
                            context.facts().findMistake("versions", text)
                                    .flatMap(nameMistake -> nameMistake.correctionOf(text))));
        }
    }

    static List<LintFix> replaceImage(ManifestValue image, Optional<String> right) {
        return ManifestSourceEditor
                .availableFixes(right
                        .flatMap(name -> ManifestSourceEditor.fixOf("Name " + name,
                                ManifestSourceEditor.replace(image, name))));
    }
}
