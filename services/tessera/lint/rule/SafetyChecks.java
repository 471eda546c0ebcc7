package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.VolumeFixes;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;
import tessera.model.ImageName;

/** What a GPU does not need: privileges, the host, images that change under one's hands. */
final class SafetyChecks implements LintCheck {

    private static final Set<String> STRONG = Set.of("SYS_ADMIN", "ALL", "SYS_MODULE", "SYS_RAWIO");
    private static final List<String> HOST = List.of("hostIPC", "hostPID", "hostNetwork");

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole() || system(template)) {
            return;
        }
        boolean devices = asksForDevices(template, look);
        for (var field : HOST) {
            var value = template.spec().at(field);
            if (devices && value.isTrue() && !(field.equals("hostNetwork") && chips(template))) {
                look.offer("host-namespace", value, field.equals("hostIPC")
                        ? "hostIPC is the wrong remedy for little shared memory: mount an emptyDir of memory at /dev/shm"
                        : field + " is not needed to use GPUs" + (field.equals("hostNetwork")
                                ? "; RDMA takes a device of its own and IPC_LOCK"
                                : ""),
                        ManifestEditor
                                .ways(ManifestEditor.fix("Set it to false", ManifestEditor.replace(value, "false"))));
            }
        }
        template.spec().at("volumes").items().forEach(volume -> {
            var path = volume.at("hostPath", "path");
            look.facts().mistake("hostPaths", path.text()).ifPresent(
                    mistake -> look.offer("host-path", path, path.text() + ": " + mistake.reason(),
                            ManifestEditor.ways(VolumeFixes.without(template, volume))));
        });
    }

    /** Slices of TPUs speak with one another over the network of their hosts. */
    private static boolean chips(PodTemplate template) {
        return template.extended().containsKey("google.com/tpu");
    }

    /** A DaemonSet may be what offers devices, or watches them. */
    static boolean system(PodTemplate template) {
        return template.object().is("apps", "DaemonSet");
    }

    static boolean asksForDevices(PodTemplate template, CheckContext look) {
        return template.extended().entrySet().stream()
                .anyMatch(entry -> entry.getValue() > 0 && look.accelerator(entry.getKey()));
    }

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        var security = container.value().at("securityContext");
        if (!system(template)) {
            var privileged = security.at("privileged");
            if (privileged.isTrue()) {
                look.note("privileged", privileged,
                        "A privileged container sees every device of its node; the device plugin hands out those it needs",
                        ManifestEditor.fix("Set it to false", ManifestEditor.replace(privileged, "false")));
            }
            security.at("capabilities", "add").items().stream().filter(added -> STRONG.contains(added.text()))
                    .forEach(added -> look.note("capability-strong", added,
                            added.text() + " is as good as privileged, and no GPU needs it",
                            ManifestEditor.fix("Take it away", ManifestEditor.remove(added))));
            hardened(container, template, look);
        }
        image(container, look);
        boolean nvidia = container.asked().stream().anyMatch(asked -> asked.count() > 0
                && look.accelerators().of(asked.resource()).filter(kind -> kind.vendor().equals("NVIDIA")).isPresent());
        if (nvidia) {
            var image = container.value().at("image");
            look.facts().mistake("processorImages", image.text()).ifPresent(mistake -> look.offer("image-without-gpu",
                    image, image.text() + ": " + mistake.reason(), named(image, mistake.meant(image.text()))));
        }
    }

    private static void hardened(TemplateContainer container, PodTemplate template, CheckContext look) {
        var security = container.value().at("securityContext");
        if (template.whole() && asksForDevices(template, look) && !security.at("privileged").isTrue()
                && !security.at("allowPrivilegeEscalation").text().equals("false")) {
            look.note("escalation-possible", security.written() ? security : container.value(),
                    "%s may gain privileges: set allowPrivilegeEscalation to false".formatted(container.called()),
                    confined(container, security));
        }
    }

    /** The server refuses it beside SYS_ADMIN, which has to go first. */
    private static Optional<LintFix> confined(TemplateContainer container, ManifestValue security) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("securityContext").put("allowPrivilegeEscalation", false);
        boolean admin = security.at("capabilities", "add").texts().stream()
                .anyMatch(added -> added.endsWith("SYS_ADMIN"));
        return admin ? Optional.empty()
                : ManifestEditor.fix("Set it to false", YamlInsertions.merge(container.value(), tree));
    }

    private static void image(TemplateContainer container, CheckContext look) {
        var image = container.value().at("image");
        var text = image.text();
        if (text.isEmpty() || text.contains("$") || text.contains("{{")) {
            return;
        }
        var fault = ImageName.fault(text);
        if (fault.isPresent()) {
            look.note("image-unreadable", image, "“%s” is no name of an image: %s".formatted(text, fault.get()),
                    ImageName.meant(text)
                            .flatMap(right -> ManifestEditor.fix("Write " + right,
                                    ManifestEditor.replace(image, right))));
            return;
        }
        ImageName.registryByCapitals(text).ifPresent(first -> look.offer("image-unknown", image,
                "“%s” is read as a registry, as it has capital letters: the path of an image has none".formatted(first),
                named(image, ImageName.meant(text))));
        var mistake = look.facts().mistake("images", text);
        if (mistake.isPresent()) {
            look.offer("image-unknown", image, text + ": " + mistake.get().reason(),
                    named(image, mistake.get().meant(text)));
            return;
        }
        look.facts().mistake("oldImages", text)
                .ifPresent(old -> look.offer("image-old", image, text + ": " + old.reason(),
                        named(image, old.meant(text))));
        boolean digest = text.contains("@");
        int colon = text.lastIndexOf(':');
        var tag = colon > text.lastIndexOf('/') ? text.substring(colon + 1) : "";
        if (!digest && (tag.isEmpty() || tag.matches("latest|latest-.+"))) {
            look.offer("image-latest", image, tag.isEmpty() ? text + " has no tag: what runs changes under one's hands"
                    : text + " is another image tomorrow: name a version",
                    named(image, look.facts().mistake("versions", text).flatMap(known -> known.meant(text))));
        }
    }

    static List<LintFix> named(ManifestValue image, Optional<String> right) {
        return ManifestEditor
                .ways(right.flatMap(name -> ManifestEditor.fix("Name " + name, ManifestEditor.replace(image, name))));
    }
}
