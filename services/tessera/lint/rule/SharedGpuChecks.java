package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlInsertions;
import tessera.model.SpellingSuggestions;

/** Parts of GPUs that pods ask of HAMi, KAI and Volcano: by annotations that they read, of a scheduler that shares. */
final class SharedGpuChecks implements LintCheck {

    private static final List<GpuSharer> SHARERS = GpuSharer.bundled();
    private static final String UNREAD = "annotation-unread";
    private static final String REFUSED = "annotation-refused";
    private static final String BESIDE = "fraction-beside-gpu";
    private static final String UNNAMED = "scheduler-unnamed";
    private static final String MEMORY = "gpu-memory";
    /** A tebibyte, in MiB. */
    private static final BigDecimal LARGEST = BigDecimal.valueOf(1L << 20);
    private static final BigDecimal HUNDRED = BigDecimal.valueOf(100);
    private static final Pattern MEBIBYTES = Pattern.compile("(\\d+)\\s*(?:Mi|MiB|M|MB)?");
    private static final Pattern GIBIBYTES = Pattern.compile("(\\d{1,6})\\s*(?:Gi|GiB|G|GB)");

    @Override
    public void template(PodTemplate template, CheckContext look) {
        if (!template.whole()) {
            return;
        }
        var metadata = template.holder().at("metadata");
        metadata.at("annotations").entries().forEach(entry -> annotation(entry, template, look));
        metadata.at("labels").entries().forEach(entry -> look.facts().mistake("podLabels", entry.name())
                .filter(_ -> SHARERS.stream().anyMatch(each -> each.scheduler().equals(scheduler(template).text())))
                .ifPresent(mistake -> look.doubt(UNREAD, entry.key(), LintSeverity.HINT, mistake.reason(),
                        ManifestEditor
                                .ways(mistake.meant(entry.name()).flatMap(right -> ManifestEditor.fix("Write " + right,
                                        ManifestEditor.rename(entry.value(), right)))))));
        outside(template, look);
        SHARERS.forEach(sharer -> {
            fractions(sharer, metadata.at("annotations"), template, look);
            named(sharer, template, look);
            memory(sharer, template, look);
            percentages(sharer, template, look);
            queue(sharer, template, look);
        });
    }

    private static void annotation(ManifestValue.MappingEntry entry, PodTemplate template, CheckContext look) {
        var key = entry.name();
        var read = SHARERS.stream().filter(sharer -> sharer.annotations().containsKey(key)).findFirst();
        if (read.isPresent()) {
            value(read.get(), entry, look);
        } else if (resource(key, look)) {
            look.offer(UNREAD, entry.key(),
                    "%s is a resource of containers: as an annotation it has no effect%s; write it in resources.limits"
                            .formatted(key, whole(template, look) ? ", and the pod gets whole GPUs" : ""),
                    ManifestEditor.ways(asked(entry, template)));
        } else {
            unread(entry, template, look);
        }
    }

    private static boolean resource(String key, CheckContext look) {
        return look.accelerators().of(key).isPresent()
                || SHARERS.stream().anyMatch(sharer -> sharer.resources().matcher(key).matches());
    }

    private static boolean whole(PodTemplate template, CheckContext look) {
        return template.allContainers().stream().anyMatch(container -> look.devices(container) > 0);
    }

    /** A resource that stands as an annotation, moved to the first container that asks for a device. */
    private static Optional<LintFix> asked(ManifestValue.MappingEntry entry, PodTemplate template) {
        var holder = template.containers().stream()
                .filter(container -> container.asked().stream().anyMatch(ContainerRequest::extended)).findFirst()
                .or(() -> template.containers().stream().findFirst());
        if (holder.isEmpty() || !entry.value().text().matches("\\d{1,9}")) {
            return Optional.empty();
        }
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("resources").putObject("limits").put(entry.name(), entry.value().text());
        return ManifestEditor.fix("Ask for it in the limits of %s".formatted(holder.get().called()),
                ManifestEditor.remove(entry.value()), YamlInsertions.merge(holder.get().value(), tree));
    }

    private static void unread(ManifestValue.MappingEntry entry, PodTemplate template, CheckContext look) {
        var key = entry.name();
        var mistake = look.facts().mistake("podAnnotations", key);
        var right = mistake.flatMap(each -> each.meant(key)).or(() -> near(key));
        if (right.isEmpty()) {
            return;
        }
        var why = mistake.map(FieldFacts.Mistake::reason)
                .orElseGet(() -> "no scheduler reads it; there is " + right.get());
        look.offer(UNREAD, entry.key(), "%s: %s%s".formatted(key, why, SHARERS.stream()
                .anyMatch(sharer -> sharer.fractions().contains(right.get())) && !whole(template, look)
                        ? "; the pod gets no GPU"
                        : ""),
                ManifestEditor.ways(renamed(entry, right.get())));
    }

    /** Under its right name, and where that takes MiB, without a unit. */
    private static Optional<LintFix> renamed(ManifestValue.MappingEntry entry, String right) {
        var mebibytes = right.equals(MEMORY) ? mebibytes(entry.value().text()) : Optional.<String>empty();
        boolean same = mebibytes.filter(number -> !number.equals(entry.value().text())).isEmpty();
        return same ? ManifestEditor.fix("Write " + right, ManifestEditor.rename(entry.value(), right))
                : ManifestEditor.fix("Write %s: %s".formatted(right, mebibytes.get()),
                        ManifestEditor.rename(entry.value(), right),
                        ManifestEditor.replace(entry.value(), mebibytes.get()));
    }

    private static Optional<String> near(String key) {
        return SpellingSuggestions.mistyped(key,
                SHARERS.stream().flatMap(sharer -> sharer.annotations().keySet().stream())
                        .toList());
    }

    private static void value(GpuSharer sharer, ManifestValue.MappingEntry entry, CheckContext look) {
        var value = entry.value();
        if (value.unfilled()) {
            return;
        }
        sharer.refusal(entry.name(), value.text()).ifPresent(takes -> {
            var words = "“%s” is nothing that %s takes: %s".formatted(value.text(), entry.name(), takes);
            var ways = ManifestEditor.ways((entry.name().equals(MEMORY) ? mebibytes(value.text())
                    : Optional.<String>empty())
                    .flatMap(right -> ManifestEditor.fix("Write " + right, ManifestEditor.replace(value, right))));
            if (sharer.fractions().isEmpty()) {
                look.doubt(REFUSED, value, LintSeverity.WARNING, words, ways);
            } else {
                look.offer(REFUSED, value, words + "; " + sharer.name() + " refuses the pod", ways);
            }
        });
    }

    private static Optional<String> mebibytes(String amount) {
        var mebibytes = MEBIBYTES.matcher(amount);
        var gibibytes = GIBIBYTES.matcher(amount);
        if (mebibytes.matches()) {
            return Optional.of(mebibytes.group(1));
        }
        return gibibytes.matches() ? Optional.of(String.valueOf(1024L * Long.parseLong(gibibytes.group(1))))
                : Optional.empty();
    }

    /** A part of a GPU is asked for by one annotation, and not beside a whole GPU. */
    private static void fractions(GpuSharer sharer, ManifestValue annotations, PodTemplate template,
            CheckContext look) {
        var asked = sharer.fractions().stream().map(annotations::at).filter(ManifestValue::present).toList();
        var several = annotations.at(sharer.several());
        if (asked.isEmpty()) {
            if (!sharer.several().isEmpty() && several.present()) {
                look.offer(BESIDE, several.key(), "%s says of how many GPUs, and needs %s beside it".formatted(
                        sharer.several(), String.join(" or ", sharer.fractions())),
                        ManifestEditor.ways(ManifestEditor.fix("Take it away", ManifestEditor.remove(several))));
            }
            return;
        }
        if (asked.size() > 1) {
            look.offer(BESIDE, asked.getLast().key(),
                    "%s exclude one another: %s refuses the pod".formatted(String.join(" and ", sharer.fractions()),
                            sharer.name()),
                    asked.stream().flatMap(each -> ManifestEditor.fix("Take %s away".formatted(each.key().text()),
                            ManifestEditor.remove(each)).stream()).toList());
        }
        template.allContainers().stream().flatMap(container -> container.asked().stream())
                .filter(each -> each.limit().written() && sharer.whole().matcher(each.resource()).matches()).findFirst()
                .ifPresent(each -> look.offer(BESIDE, each.limit().key(),
                        "%s and %s exclude one another: %s refuses the pod"
                                .formatted(asked.getFirst().key().text(), each.resource(), sharer.name()),
                        ManifestEditor.ways(
                                RequestFixes.without("Ask for the part alone", template,
                                        other -> sharer.whole().matcher(other.resource()).matches()),
                                ManifestEditor.fix("Ask for the whole GPU alone",
                                        ManifestEditor.remove(asked.getFirst())))));
    }

    /** What a scheduler shares nobody else reads: the pod has to name it, unless its webhook does. */
    private static void named(GpuSharer sharer, PodTemplate template, CheckContext look) {
        var scheduler = scheduler(template);
        boolean other = scheduler.present() && !scheduler.text().equals("default-scheduler");
        if (!scheduler.present() && (own(sharer, template) || ray(sharer, template))) {
            return;
        }
        if (scheduler.unfilled() || (sharer.injected() ? !other : other)
                || scheduler.text().equals(sharer.scheduler())) {
            return;
        }
        sign(sharer, template).ifPresent(sign -> look.note(UNNAMED, sign.key(),
                "Only %s reads %s: %s, so it has no effect".formatted(sharer.name(), sign.key().text(),
                        scheduler.present() ? "schedulerName is " + scheduler.text()
                                : "schedulerName is not " + sharer.scheduler()),
                scheduler.written()
                        ? ManifestEditor.fix("Name " + sharer.scheduler(),
                                ManifestEditor.replace(scheduler, sharer.scheduler()))
                        : ManifestEditor.fix("Name " + sharer.scheduler(), YamlInsertions.merge(template.spec(),
                                JsonNodeFactory.instance.objectNode().put("schedulerName", sharer.scheduler())))));
    }

    /** The first thing in a pod that one scheduler alone reads. */
    private static Optional<ManifestValue> sign(GpuSharer sharer, PodTemplate template) {
        var metadata = template.holder().at("metadata");
        var annotations = Stream.concat(sharer.fractions().stream(), sharer.annotations().keySet().stream().sorted())
                .filter(_ -> !sharer.injected()).map(metadata.at("annotations")::at);
        var labels = sharer.labels().stream().map(metadata.at("labels")::at);
        var resources = template.allContainers().stream().flatMap(container -> container.asked().stream())
                .filter(asked -> sharer.resources().matcher(asked.resource()).matches()).map(ContainerRequest::value);
        return Stream.of(annotations, labels, resources).flatMap(each -> each).filter(ManifestValue::present)
                .findFirst();
    }

    /** What stands at a workload is not copied to its pods. */
    private static void outside(PodTemplate template, CheckContext look) {
        var annotations = template.object().at("metadata", "annotations");
        if (template.path().size() < 2) {
            return;
        }
        SHARERS.stream().flatMap(sharer -> sharer.fractions().stream()).map(annotations::at)
                .filter(ManifestValue::present)
                .filter(entry -> !template.holder().at("metadata", "annotations", entry.key().text()).present())
                .forEach(entry -> look.note(UNREAD, entry.key(),
                        "%s is read of pods: %s does not copy its annotations to them"
                                .formatted(entry.key().text(), template.object().kind()),
                        ManifestEditor.fix("Write it in the template", ManifestEditor.remove(entry),
                                YamlInsertions.merge(template.holder(), annotation(entry)))));
    }

    private static ObjectNode annotation(ManifestValue entry) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("metadata").putObject("annotations").put(entry.key().text(), entry.text());
        return tree;
    }

    /** Of a Job of Volcano it is said once for all its tasks. */
    private static ManifestValue scheduler(PodTemplate template) {
        var own = template.spec().at("schedulerName");
        return own.present() ? own : template.object().at("spec", "schedulerName");
    }

    private static boolean own(GpuSharer sharer, PodTemplate template) {
        return !sharer.group().isEmpty() && sharer.group().equals(template.object().group());
    }

    /** What KubeRay is told at the cluster, its operator writes into the pods, the scheduler included. */
    private static boolean ray(GpuSharer sharer, PodTemplate template) {
        var labels = template.object().at("metadata", "labels");
        return template.object().group().equals("ray.io") && (labels.at("ray.io/scheduler-name").present()
                || sharer.labels().stream().anyMatch(label -> labels.at(label).present()));
    }

    /** A share of one GPU is at most all of it. */
    private static void percentages(GpuSharer sharer, PodTemplate template, CheckContext look) {
        template.allContainers().stream().flatMap(container -> container.asked().stream())
                .filter(asked -> sharer.percentages().containsKey(asked.resource())
                        && asked.amount().filter(amount -> amount.compareTo(HUNDRED) > 0).isPresent())
                .forEach(asked -> look.offer("share-above-whole", asked.value(),
                        "“%s” of %s is more than 100 percent of a GPU: %s".formatted(asked.value().text(),
                                asked.resource(), sharer.percentages().get(asked.resource())),
                        ManifestEditor.ways(RequestFixes.to(asked, "100"))));
    }

    /** A pod that its scheduler charges to a queue which nobody named. */
    private static void queue(GpuSharer sharer, PodTemplate template, CheckContext look) {
        boolean named = Stream
                .of(template.holder().at("metadata", "labels"), template.object().at("metadata", "labels"))
                .anyMatch(labels -> labels.at(sharer.queue()).present());
        if (!sharer.queue().isEmpty() && !named && scheduler(template).text().equals(sharer.scheduler())) {
            look.note("queue-unnamed", scheduler(template),
                    "The pod has no label %s: %s puts it in the queue %s".formatted(sharer.queue(), sharer.name(),
                            sharer.queueElse()));
        }
    }

    /** Memory of a GPU is MiB as a plain number; with a unit it is more than any GPU has. */
    private static void memory(GpuSharer sharer, PodTemplate template, CheckContext look) {
        template.allContainers().stream().flatMap(container -> container.asked().stream())
                .filter(asked -> sharer.mebibytes().matcher(asked.resource()).matches())
                .filter(asked -> asked.amount().filter(amount -> amount.compareTo(LARGEST) > 0).isPresent())
                .forEach(asked -> look.offer("share-memory-unit", asked.value(),
                        "“%s” of %s is %s MiB: %s takes MiB as a plain number".formatted(asked.value().text(),
                                asked.resource(), asked.amount().orElseThrow().toBigInteger(), sharer.name()),
                        ManifestEditor.ways(
                                mebibytes(asked.value().text()).flatMap(right -> RequestFixes.to(asked, right)))));
    }
}
