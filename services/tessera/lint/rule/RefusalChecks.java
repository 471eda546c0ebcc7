package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.RequestFixes;
import tessera.lint.fix.ShapeFixes;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.YamlInsertions;
import tessera.model.Quantity;
import tessera.model.SpellingSuggestions;

/** What a server refuses of pods although each field by itself is one that it takes. */
final class RefusalChecks implements LintCheck {

    private static final String HUGE_PAGES = "hugepages-";
    private static final List<String> BESIDE_PAGES = List.of("cpu", "memory");
    private static final Pattern LABEL = Pattern.compile("[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?");
    /** Controllers of others may bring volumes that nobody writes. */
    private static final Set<String> PLAIN = Set.of("", "apps", "batch", "kubeflow.org", "ray.io",
            "leaderworkerset.x-k8s.io", "jobset.x-k8s.io", "serving.knative.dev");

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        var hosts = template.spec().at("hostUsers");
        if (hosts.text().equals("false") && SafetyChecks.asksForDevices(template, look)) {
            look.note("user-namespace", hosts, "hostUsers: false gives the pod users of its own, with which the "
                    + "drivers and runtimes of GPUs do not work at present",
                    ManifestEditor.fix("Take it away", ManifestEditor.remove(hosts)));
        }
        if (PLAIN.contains(template.object().group())) {
            var volumes = volumes(template);
            template.allContainers().forEach(container -> mounts(container, volumes, template, look));
        }
    }

    private static Set<String> volumes(PodTemplate template) {
        var names = new TreeSet<String>();
        template.spec().at("volumes").items().forEach(volume -> names.add(volume.at("name").text()));
        for (var spec : List.of(template.object().at("spec"), template.object().at("spec", "leaderWorkerTemplate"))) {
            spec.at("volumeClaimTemplates").items().forEach(claim -> names.add(claim.at("metadata", "name").text()));
        }
        template.object().at("spec", "volumeClaimPolicies").items().stream()
                .flatMap(policy -> policy.at("templates").items().stream())
                .forEach(claim -> names.add(claim.at("metadata", "name").text()));
        return names;
    }

    private static void mounts(TemplateContainer container, Set<String> volumes, PodTemplate template,
            CheckContext look) {
        var paths = new HashSet<String>();
        for (var mount : container.value().at("volumeMounts").items()) {
            var name = mount.at("name");
            if (name.present() && !name.unfilled() && !volumes.contains(name.text())) {
                look.offer("mount-without-volume", name,
                        "The pod has no volume “%s”, and the server refuses it".formatted(name.text()),
                        ManifestEditor.ways(SpellingSuggestions.nearest(name.text(), volumes)
                                .flatMap(near -> ManifestEditor.fix("Mount “%s”".formatted(near),
                                        ManifestEditor.replace(name, near))),
                                ManifestEditor.fix("Add an empty volume of this name",
                                        YamlInsertions.merge(template.spec(), empty(name.text()))),
                                ManifestEditor.fix("Take the mount away", ManifestEditor.remove(mount))));
            }
            var path = mount.at("mountPath");
            if (path.present() && !paths.add(path.text())) {
                FieldChecks.refused(path, "Something else is mounted at %s already".formatted(path.text()), look);
            }
        }
    }

    private static ObjectNode empty(String name) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putArray("volumes").addObject().put("name", name).putObject("emptyDir");
        return tree;
    }

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        var name = container.value().at("name");
        if (name.present() && !name.unfilled() && !LABEL.matcher(name.text()).matches()) {
            look.offer("name-invalid", name, ("“%s” cannot be the name of a container: lower-case letters, digits and "
                    + "“-” make one, up to 63 of them").formatted(name.text()),
                    ManifestEditor.ways(ShapeFixes.labelled(name)));
        }
        if (container.role() != Role.EPHEMERAL) {
            container.asked().stream().filter(asked -> !asked.extended() && !asked.request().unfilled()
                    && !asked.limit().unfilled()).forEach(asked -> amounts(asked, container, look));
        }
    }

    private static void amounts(ContainerRequest asked, TemplateContainer container, CheckContext look) {
        boolean pages = asked.resource().startsWith(HUGE_PAGES);
        var request = Quantity.exact(asked.request().text());
        var limit = Quantity.exact(asked.limit().text());
        int apart = request.isPresent() && limit.isPresent() ? request.get().compareTo(limit.get()) : 0;
        if (apart > 0 || (pages && apart < 0)) {
            look.offer(pages ? "huge-pages-refused" : "request-above-limit", asked.request(),
                    (pages ? "%s of %s requested and %s allowed: both have to be the same"
                            : "%s of %s requested and only %s allowed: the server refuses it")
                            .formatted(asked.request().text(), asked.resource(), asked.limit().text()),
                    ManifestEditor.ways(ManifestEditor.fix("Request " + asked.limit().text(),
                            ManifestEditor.replace(asked.request(), asked.limit().text())),
                            ManifestEditor.fix("Allow " + asked.request().text(),
                                    ManifestEditor.replace(asked.limit(), asked.request().text()))));
        }
        if (pages && request.isPresent() && !asked.limit().written()) {
            look.offer("huge-pages-refused", asked.request().key(),
                    "%s is requested without a limit, which the server refuses".formatted(asked.resource()),
                    ManifestEditor.ways(limited(asked, container)));
        }
        boolean alone = container.asked().stream().noneMatch(other -> BESIDE_PAGES.contains(other.resource()));
        if (pages && alone) {
            look.offer("huge-pages-refused", asked.value().key(),
                    "A container with huge pages asks for cpu or memory, too, or the server refuses it",
                    ManifestEditor.ways(RequestFixes.usual(container, List.of("requests"), BESIDE_PAGES, 0)));
        }
    }

    private static Optional<LintFix> limited(ContainerRequest asked, TemplateContainer container) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("resources").putObject("limits").put(asked.resource(), asked.request().text());
        return ManifestEditor.fix("Set the limit to " + asked.request().text(),
                YamlInsertions.merge(container.value(), tree));
    }
}
