package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.LintSeverity;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.lint.source.YamlBlockEditor;
import tessera.model.SpellingSuggestionFinder;
import tessera.text.MessageCatalog;
import tessera.text.Reason;

/** Checks of GPU fractions by annotations for HAMi, KAI and Volcano, and of the scheduler that reads them. */
final class GpuSharingAnnotationLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(GpuSharingAnnotationLintChecks.class);
    private static final List<KnownGpuSharingScheduler> SHARERS = KnownGpuSharingScheduler.bundled();
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
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        if (!template.complete()) {
            return;
        }
        var metadata = template.holder().at("metadata");
        metadata.at("annotations").entries().forEach(entry -> checkAnnotation(entry, template, context));
        for (var entry : metadata.at("labels").entries()) {
            context.facts().findMistake("podLabels", entry.name()).filter(_ -> isSharingScheduler(template))
                    .ifPresent(nameMistake -> addMisspelling(nameMistake, context, entry));
        }
        checkWorkloadAnnotations(template, context);
        SHARERS.forEach(sharingScheduler -> {
            checkFractions(sharingScheduler, metadata.at("annotations"), template, context);
            checkScheduler(sharingScheduler, template, context);
            checkMemory(sharingScheduler, template, context);
            percentages(sharingScheduler, template, context);
            checkOverruled(sharingScheduler, template, context);
            queue(sharingScheduler, template, context);
        });
    }

    private static boolean isSharingScheduler(ManifestPodTemplate template) {
        return SHARERS.stream().anyMatch(each -> each.scheduler().equals(schedulerName(template).text()));
    }

    private static void addMisspelling(CommonFieldMistakeCatalog.NameMistake nameMistake, LintCheckContext context,
            ManifestValue.MappingEntry entry) {
        context.addDoubt(UNREAD, entry.key(), LintSeverity.HINT, nameMistake.fact(),
                ManifestSourceEditor.availableFixes(nameMistake.correctionOf(entry.name())
                        .flatMap(right -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                                ManifestSourceEditor.renameKey(entry.value(), right)))));
    }

    private static void checkAnnotation(ManifestValue.MappingEntry entry, ManifestPodTemplate template,
            LintCheckContext context) {
        var key = entry.name();
        var read = SHARERS.stream().filter(sharingScheduler -> sharingScheduler.annotations().containsKey(key))
                .findFirst();
        if (read.isPresent()) {
            checkValue(read.get(), entry, template, context);
        } else if (isDeviceResource(key, context)) {
            context.addChoice(UNREAD, entry.key(),
                    new LintSharingReason.ResourceAsAnnotation(key, requestsDevices(template, context)),
                    ManifestSourceEditor.availableFixes(moveToRequest(entry, template)));
        } else {
            checkUnreadAnnotation(entry, template, context);
        }
    }

    private static boolean isDeviceResource(String key, LintCheckContext context) {
        return context.accelerators().acceleratorOf(key).isPresent()
                || SHARERS.stream().anyMatch(sharingScheduler -> sharingScheduler.resources().matcher(key).matches());
    }

    private static boolean requestsDevices(ManifestPodTemplate template, LintCheckContext context) {
        return template.allContainers().stream().anyMatch(container -> context.countDevices(container) > 0);
    }

    /** Returns a fix that moves a resource from the annotations to the first container that requests a device. */
    private static Optional<LintFix> moveToRequest(ManifestValue.MappingEntry entry, ManifestPodTemplate template) {
        var holder = template.containers().stream()
                .filter(container -> container.requests().stream().anyMatch(ContainerResourceRequest::isExtended))
                .findFirst().or(() -> template.containers().stream().findFirst());
        if (holder.isEmpty() || !entry.value().text().matches("\\d{1,9}")) {
            return Optional.empty();
        }
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("resources").putObject("limits").put(entry.name(), entry.value().text());
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.request.limits", holder.get().subjectText()),
                ManifestSourceEditor.remove(entry.value()), YamlBlockEditor.mergeTree(holder.get().value(), tree));
    }

    private static void checkUnreadAnnotation(ManifestValue.MappingEntry entry, ManifestPodTemplate template,
            LintCheckContext context) {
        var key = entry.name();
        var mistake = context.facts().findMistake("podAnnotations", key);
        var right = mistake.flatMap(each -> each.correctionOf(key)).or(() -> findSimilar(key));
        if (right.isEmpty()) {
            return;
        }
        boolean noGpu = !requestsDevices(template, context)
                && SHARERS.stream().anyMatch(sharingScheduler -> sharingScheduler.fractions().contains(right.get()));
        context.addChoice(UNREAD, entry.key(),
                new LintSharingReason.UnreadAnnotation(key,
                        mistake.map(CommonFieldMistakeCatalog.NameMistake::reason).orElse(""), right.get(), noGpu),

                ManifestSourceEditor.availableFixes(renameAnnotation(entry, right.get())));
    }

    /** Returns a fix to the right name, and to a plain number if that takes MiB. */
    private static Optional<LintFix> renameAnnotation(ManifestValue.MappingEntry entry, String right) {
        var mebibytes = right.equals(MEMORY) ? toMebibytes(entry.value().text()) : Optional.<String>empty();
        boolean same = mebibytes.filter(number -> !number.equals(entry.value().text())).isEmpty();
        if (same) {
            return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                    ManifestSourceEditor.renameKey(entry.value(), right));
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.entry", right, mebibytes.get()),
                ManifestSourceEditor.renameKey(entry.value(), right),
                ManifestSourceEditor.replace(entry.value(), mebibytes.get()));
    }

    private static Optional<String> findSimilar(String key) {
        return SpellingSuggestionFinder.findMistyped(key, SHARERS.stream()
                .flatMap(sharingScheduler -> sharingScheduler.annotations().keySet().stream()).toList());
    }

    private static void checkValue(KnownGpuSharingScheduler sharingScheduler, ManifestValue.MappingEntry entry,
            ManifestPodTemplate template, LintCheckContext context) {
        var value = entry.value();
        if (value.isTemplated()) {
            return;
        }
        var takes = sharingScheduler.refusalText(entry.name(), value.text()).orElse(null);
        if (takes != null) {

            var fixes = ManifestSourceEditor
                    .availableFixes((entry.name().equals(MEMORY) ? toMebibytes(value.text()) : Optional.<String>empty())
                            .flatMap(right -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", right),
                                    ManifestSourceEditor.replace(value, right))));
            if (sharingScheduler.fractions().isEmpty()) {
                context.addDoubt(REFUSED, value, LintSeverity.WARNING, new LintSharingReason.InvalidAnnotationValue(
                        value.text(), entry.name(), takes, Optional.empty()), fixes);
            } else {
                context.addChoice(REFUSED, value, new LintSharingReason.InvalidAnnotationValue(value.text(),
                        entry.name(), takes, Optional.of(refusalOf(sharingScheduler, template))), fixes);
            }
        }
    }

    private static Optional<String> toMebibytes(String amount) {
        var mebibytes = MEBIBYTES.matcher(amount);
        var gibibytes = GIBIBYTES.matcher(amount);
        if (mebibytes.matches()) {
            return Optional.of(mebibytes.group(1));
        }
        if (gibibytes.matches()) {
            return Optional.of(String.valueOf(1024L * Long.parseLong(gibibytes.group(1))));
        }
        return Optional.empty();
    }

    /** Checks that a fraction is requested by one annotation, and not beside a whole GPU. */
    private static void checkFractions(KnownGpuSharingScheduler sharingScheduler, ManifestValue annotations,
            ManifestPodTemplate template, LintCheckContext context) {
        var asked = sharingScheduler.fractions().stream().map(annotations::at).filter(ManifestValue::isPresent)
                .toList();
        var several = annotations.at(sharingScheduler.several());
        if (asked.isEmpty()) {
            if (!sharingScheduler.several().isEmpty() && several.isPresent()) {
                context.addChoice(BESIDE, several.key(),
                        new LintSharingReason.FractionCountAlone(sharingScheduler.several(),
                                sharingScheduler.fractions()),
                        ManifestSourceEditor.availableFixes(ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove"),
                                ManifestSourceEditor.remove(several))));
            }
            return;
        }
        if (asked.size() > 1) {
            context.addChoice(BESIDE, asked.getLast().key(),
                    new LintSharingReason.ExclusiveFractions(sharingScheduler.fractions(),
                            refusalOf(sharingScheduler, template)),
                    asked.stream().flatMap(
                            value -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.named", value.key().text()),
                                    ManifestSourceEditor.remove(value)).stream())
                            .toList());
        }
        template.allContainers().stream().flatMap(container -> container.requests().stream())
                .filter(request -> request.limit().isWritten()
                        && sharingScheduler.wholeResources().matcher(request.resource()).matches())
                .findFirst().ifPresent(request -> addExclusion(request, context, asked, sharingScheduler, template));
    }

    private static void addExclusion(ContainerResourceRequest request, LintCheckContext context,
            List<ManifestValue> asked, KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template) {
        context.addChoice(BESIDE, request.limit().key(),
                new LintSharingReason.FractionBesideGpu(asked.getFirst().key().text(), request
                        .resource(), refusalOf(sharingScheduler, template)),
                ManifestSourceEditor.availableFixes(
                        ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.only.share"), template,
                                other -> sharingScheduler.wholeResources().matcher(other.resource()).matches()),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.only.whole"),
                                ManifestSourceEditor.remove(asked.getFirst()))));
    }

    /** Returns what becomes of a pod that a sharer's webhook refuses: it looks only at pods of its scheduler. */
    private static Reason refusalOf(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template) {
        return new LintSharingReason.SharingPodRefusal(sharingScheduler.name(),
                mayBePlacedBy(sharingScheduler, template) ? "" : sharingScheduler.scheduler());
    }

    /** Returns whether a pod names the scheduler of a sharer, or may be given it by others. */
    private static boolean mayBePlacedBy(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template) {
        var scheduler = schedulerName(template);
        return scheduler.isTemplated() || scheduler.text().equals(sharingScheduler.scheduler())
                || (!scheduler.isPresent()
                        && (isOwnWorkload(sharingScheduler, template) || isSetByKubeRay(sharingScheduler, template)));
    }

    /** Checks that a pod names the scheduler whose annotations it has, unless a webhook sets it. */
    private static void checkScheduler(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template,
            LintCheckContext context) {
        var scheduler = schedulerName(template);
        boolean other = scheduler.isPresent() && !scheduler.text().equals("default-scheduler");
        if (mayBePlacedBy(sharingScheduler, template) || other != sharingScheduler.injected()) {
            return;
        }
        schedulerMark(sharingScheduler, template).ifPresent(sign -> context.addFinding(UNNAMED, sign.key(),
                new LintSharingReason.SharingSchedulerMissing(sharingScheduler.name(), sign.key().text(),
                        scheduler.isPresent() ? scheduler.text() : "", sharingScheduler.scheduler()),
                scheduler.isWritten()
                        ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.name", sharingScheduler.scheduler()),
                                ManifestSourceEditor.replace(scheduler, sharingScheduler.scheduler()))
                        : ManifestSourceEditor.fixOf(MESSAGES.text("fix.name", sharingScheduler.scheduler()),
                                YamlBlockEditor.mergeTree(template.spec(), JsonNodeFactory.instance.objectNode()
                                        .put("schedulerName", sharingScheduler.scheduler())))));
    }

    /** Returns the first part of a pod that one scheduler alone reads. */
    private static Optional<ManifestValue> schedulerMark(KnownGpuSharingScheduler sharingScheduler,
            ManifestPodTemplate template) {
        var metadata = template.holder().at("metadata");
        var annotations = Stream
                .concat(sharingScheduler.fractions().stream(),
                        sharingScheduler.annotations().keySet().stream().sorted())
                .filter(_ -> !sharingScheduler.injected()).map(metadata.at("annotations")::at);
        var labels = sharingScheduler.labels().stream().map(metadata.at("labels")::at);
        var resources = template.allContainers().stream().flatMap(container -> container.requests().stream())
                .filter(request -> sharingScheduler.resources().matcher(request.resource()).matches())
                .map(ContainerResourceRequest::value);
        return Stream.of(annotations, labels, resources).flatMap(each -> each).filter(ManifestValue::isPresent)
                .findFirst();
    }

    /** Checks annotations of a workload, which are not copied to its pods. */
    private static void checkWorkloadAnnotations(ManifestPodTemplate template, LintCheckContext context) {
        var annotations = template.object().at("metadata", "annotations");
        if (template.path().size() < 2) {
            return;
        }
        SHARERS.stream().flatMap(sharingScheduler -> sharingScheduler.fractions().stream()).map(annotations::at)
                .filter(ManifestValue::isPresent)
                .filter(entry -> !template.holder().at("metadata", "annotations", entry.key().text()).isPresent())
                .forEach(entry -> context.addFinding(UNREAD, entry.key(),
                        new LintSharingReason.AnnotationNotCopied(entry.key().text(), template.object().kind()),
                        ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.template"),
                                ManifestSourceEditor.remove(entry),
                                YamlBlockEditor.mergeTree(template.holder(), annotationNode(entry)))));
    }

    private static ObjectNode annotationNode(ManifestValue entry) {
        var tree = JsonNodeFactory.instance.objectNode();
        tree.putObject("metadata").putObject("annotations").put(entry.key().text(), entry.text());
        return tree;
    }

    /** Returns the scheduler of a pod; a Volcano Job sets it once for all its tasks. */
    private static ManifestValue schedulerName(ManifestPodTemplate template) {
        var own = template.spec().at("schedulerName");
        return own.isPresent() ? own : template.object().at("spec", "schedulerName");
    }

    private static boolean isOwnWorkload(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template) {
        return !sharingScheduler.group().isEmpty() && sharingScheduler.group().equals(template.object().group());
    }

    /** Returns whether KubeRay sets the scheduler in the pods, from labels of the cluster. */
    private static boolean isSetByKubeRay(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template) {
        var labels = template.object().at("metadata", "labels");
        return template.object().group().equals("ray.io") && (labels.at("ray.io/scheduler-name").isPresent()
                || sharingScheduler.labels().stream().anyMatch(label -> labels.at(label).isPresent()));
    }

    /** A share of one GPU is at most all of it. */
    private static void percentages(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template,
            LintCheckContext context) {
        template.allContainers().stream().flatMap(container -> container.requests().stream())
                .filter(request -> exceedsHundred(request, sharingScheduler))
                .forEach(request -> context.addChoice("share-above-whole", request.value(),
                        new LintSharingReason.ShareAboveWholeGpu(request.value().text(), request.resource(),
                                Objects.requireNonNull(sharingScheduler.percentages().get(request.resource()))),
                        ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.toAmount(request, "100"))));
    }

    private static boolean exceedsHundred(ContainerResourceRequest request, KnownGpuSharingScheduler sharingScheduler) {
        return sharingScheduler.percentages().containsKey(request.resource())
                && request.amount().filter(amount -> amount.compareTo(HUNDRED) > 0).isPresent();
    }

    /** Checks for two resources that say how much of a GPU: one of them counts. */
    private static void checkOverruled(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template,
            LintCheckContext context) {
        for (var container : template.allContainers()) {
            for (var request : container.requests()) {
                var other = sharingScheduler.overruled().getOrDefault(request.resource(), "");
                container.requests().stream().filter(each -> each.resource().equals(other)).findFirst()
                        .ifPresent(resourceRequest -> context.addChoice("share-said-twice", request.value(),
                                new LintSharingReason.OverruledShare(request.resource(), other, sharingScheduler.name(),
                                        resourceRequest.value().text()),
                                ManifestSourceEditor.availableFixes(ResourceRequestLintFixes.removeRequest(request),
                                        ResourceRequestLintFixes.removeRequest(resourceRequest))));
            }
        }
    }

    /** A pod that its scheduler charges to a queue which nobody named. */
    private static void queue(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template,
            LintCheckContext context) {
        boolean named = Stream
                .of(template.holder().at("metadata", "labels"), template.object().at("metadata", "labels"))
                .anyMatch(labels -> namesQueue(labels, sharingScheduler, context));
        if (!sharingScheduler.queue().isEmpty() && !named
                && schedulerName(template).text().equals(sharingScheduler.scheduler())) {
            context.addFinding("queue-unnamed", schedulerName(template), new LintSharingReason.NoQueueLabel(
                    sharingScheduler.queue(), sharingScheduler.name(), sharingScheduler.queueElse()));
        }
    }

    private static boolean namesQueue(ManifestValue labels, KnownGpuSharingScheduler sharingScheduler,
            LintCheckContext context) {
        return labels.entries().stream().map(ManifestValue.MappingEntry::name)
                .anyMatch(name -> name.equals(sharingScheduler.queue()) || context.facts()
                        .findMistake("podLabels", name).flatMap(nameMistake -> nameMistake.correctionOf(name))
                        .filter(sharingScheduler.queue()::equals).isPresent());
    }

    /** Checks GPU memory, which is MiB as a plain number: with a unit it exceeds any GPU. */
    private static void checkMemory(KnownGpuSharingScheduler sharingScheduler, ManifestPodTemplate template,
            LintCheckContext context) {
        for (var request : template.allContainers().stream().flatMap(container -> container.requests().stream())
                .filter(request -> sharingScheduler.mebibytes().matcher(request.resource()).matches())
                .filter(GpuSharingAnnotationLintChecks::exceedsLargest).toList()) {
            context.addChoice("share-memory-unit", request.value(),
                    new LintSharingReason.ShareMemoryWithUnit(request.value().text(), request.resource(),
                            request.amount().orElseThrow().toBigInteger().toString(), sharingScheduler.name()),
                    ManifestSourceEditor.availableFixes(toMebibytes(request.value().text())
                            .flatMap(right -> ResourceRequestLintFixes.toAmount(request, right))));
        }
    }

    private static boolean exceedsLargest(ContainerResourceRequest request) {
        return request.amount().filter(amount -> amount.compareTo(LARGEST) > 0).isPresent();
    }
}
