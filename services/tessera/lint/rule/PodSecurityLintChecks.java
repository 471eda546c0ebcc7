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
import tessera.text.MessageCatalog;

/** Checks for what a GPU does not need: privileges, host access, images with floating tags. */
final class PodSecurityLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(PodSecurityLintChecks.class);
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
                context.addChoice("host-namespace", value, hostNamespaceReason(field),
                        ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.set.false"),
                                ManifestSourceEditor.replace(value, "false"))));
            }
        }
        for (var volume : template.spec().at("volumes").items()) {
            var path = volume.at("hostPath", "path");
            var nameMistake = context.facts().findMistake("hostPaths", path.text()).orElse(null);
            if (nameMistake != null) {
                context.addChoice("host-path", path, nameMistake.about(path.text()),
                        ManifestSourceEditor.availableFixes(VolumeLintFixes.removeVolume(template, volume)));
            }
        }
    }

    private static LintContainerReason hostNamespaceReason(String field) {
        if (field.equals("hostIPC")) {
            return new LintContainerReason.HostIpcForSharedMemory();
        }
        return new LintContainerReason.UnneededHostNamespace(field);
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
                context.addFinding("privileged", privileged, new LintContainerReason.PrivilegedContainer(),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.set.false"),
                                ManifestSourceEditor.replace(privileged, "false")));
            }
            security.at("capabilities", "add").items().stream().filter(added -> STRONG.contains(added.text()))
                    .forEach(added -> context.addFinding("capability-strong", added,
                            new LintContainerReason.StrongCapability(added.text()), ManifestSourceEditor
                                    .fixOf(MESSAGES.text("fix.remove"), ManifestSourceEditor.remove(added))));
            checkHardening(container, template, context);
        }
        checkImage(container, context);
        boolean nvidia = container.requests().stream().anyMatch(request -> isNvidiaRequest(request, context));
        if (nvidia) {
            var image = container.value().at("image");
            context.facts().findMistake("processorImages", image.text())
                    .ifPresent(nameMistake -> context.addChoice("image-without-gpu", image,
                            nameMistake.about(image.text()),
                            replaceImage(image, nameMistake.correctionOf(image.text()))));
        }
    }

    private static boolean isNvidiaRequest(ContainerResourceRequest request, LintCheckContext context) {
        return request.count() > 0 && context.accelerators().acceleratorOf(request.resource())
                .filter(kind -> kind.vendor().equals("NVIDIA")).isPresent();
    }

    private static void checkHardening(PodTemplateContainer container, ManifestPodTemplate template,
            LintCheckContext context) {
        var security = container.value().at("securityContext");
        if (template.complete() && asksForDevices(template, context) && !security.at("privileged").isTrue()
                && !security.at("allowPrivilegeEscalation").text().equals("false")) {
            context.addFinding("escalation-possible", security.isWritten() ? security : container.value(),
                    new LintContainerReason.EscalationPossible(container.subjectText()),
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
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.set.false"),
                YamlBlockEditor.mergeTree(container.value(), tree));
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
                    new LintContainerReason.UnreadableImageName(text, fault.get()),
                    ContainerImageNameValidator.suggestName(text).flatMap(right -> ManifestSourceEditor
                            .fixOf(MESSAGES.text("fix.write", right), ManifestSourceEditor.replace(image, right))));
            return;
        }
        ContainerImageNameValidator.registryByCapitals(text)
                .ifPresent(first -> context.addChoice("image-unknown", image,
                        new LintContainerReason.CapitalRegistryName(first),
                        replaceImage(image, ContainerImageNameValidator.suggestName(text))));
        var mistake = context.facts().findMistake("images", text);
        if (mistake.isPresent()) {
            context.addChoice("image-unknown", image, mistake.get().about(text),
                    replaceImage(image, mistake.get().correctionOf(text)));
            return;
        }
        context.facts().findMistake("oldImages", text).ifPresent(old -> context.addChoice("image-old", image,
                old.about(text), replaceImage(image, old.correctionOf(text))));
        checkTag(image, text, context);
    }

    private static void checkTag(ManifestValue image, String text, LintCheckContext context) {
        boolean digest = text.contains("@");
        int colon = text.lastIndexOf(':');
        var tag = colon > text.lastIndexOf('/') ? text.substring(colon + 1) : "";
        if (!digest && (tag.isEmpty() || tag.matches("latest|latest-.+"))) {
            context.addChoice("image-latest", image,
                    tag.isEmpty() ? new LintContainerReason.UntaggedImage(text)
                            : new LintContainerReason.FloatingImageTag(text),
                    replaceImage(image, context.facts().findMistake("versions", text)
                            .flatMap(nameMistake -> nameMistake.correctionOf(text))));
        }
    }

    static List<LintFix> replaceImage(ManifestValue image, Optional<String> right) {
        return ManifestSourceEditor.availableFixes(right.flatMap(name -> ManifestSourceEditor
                .fixOf(MESSAGES.text("fix.name", name), ManifestSourceEditor.replace(image, name))));
    }
}
