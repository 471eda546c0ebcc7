package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.TextNode;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import tessera.gpu.AcceleratorCatalogEntry;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.manifest.ContainerResourceRequest;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks that a program is given as many devices as its container has. */
final class ParallelSizeLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(ParallelSizeLintChecks.class);

    /** Of other devices programs count the cores. */
    private static final Set<String> PIECES = Set.of("nvidia.com/gpu", "amd.com/gpu", "habana.ai/gaudi");
    private static final Pattern SERVER = Pattern.compile("(?i)vllm|huggingface|sglang|text-generation|lmdeploy");
    /** Servers that are told so belong to a group on several nodes. */
    private static final Pattern SPREAD = Pattern.compile(
            "\\bray\\b|\\bray_(cluster_size|address)|--nnodes|--node-rank|--data[-_]parallel[-_](size[-_]local|address)|--enable-dp-attention"
                    + "|(?<![\\w-])-dp[la]\\b");
    /** Options of a server whose pods serve together. */
    private static final Pattern GROUP = Pattern.compile(SPREAD.pattern() + "|LWS_|--dist-init-addr|--master-addr");
    private static final Pattern DATA_PARALLEL = Pattern
            .compile("(?<![\\w-])--?(?:data[-_]parallel|dp[a-z]?\\b|enable-dp-)");
    private static final Pattern LAUNCHER = Pattern.compile("\\btorchrun\\b|torch\\.distributed");
    private static final Pattern TENSORS = optionPattern("(?:tensor[-_]parallel[-_]size|tp-size|tp|num-shard)");
    private static final Pattern STAGES = optionPattern("(?:pipeline[-_]parallel[-_]size|pp-size|pp)");
    private static final Pattern COPIES = optionPattern("(?:data[-_]parallel[-_]size|dp-size|dp)");
    private static final Pattern PROCESSES = optionPattern("(?:nproc[-_]per[-_]node)");
    private static final Pattern TOLD_EACH = Pattern.compile("(?:--?nproc[-_]per[-_]node)");
    /** The field of a PyTorchJob that tells those of its launchers whose commands do not. */
    private static final String OF_ALL = "nprocPerNode";

    /** Returns the pattern of an option with its number as the second group, which is absent where it cannot be read. */
    private static Pattern optionPattern(String names) {
        return Pattern.compile("(?<![\\w-])(--?" + names + ")(?:[ =]([1-9]\\d{0,2})(?=[\\s;&|)\"']|$)|(?![\\w-]))");
    }

    /**
     * A device count in a program's options.
     *
     * @param count  of devices
     * @param option that says so
     * @param alone  whether that option is all that says so
     * @param separateValue  where it stands, if not in the command
     */
    private record ParallelSizeOption(long count, String option, boolean alone, Optional<ManifestValue> separateValue) {

        ParallelSizeOption(String count, String option) {
            this(Long.parseLong(count), option, true, Optional.empty());
        }
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        // The model of a KServe service has its arguments and its devices, whatever its runtime adds.
        boolean whole = template.complete() || container.value().at("modelFormat").isMap();
        if (!whole || container.role() != ContainerRole.MAIN) {
            return;
        }
        var devices = container.requests().stream().filter(
                request -> request.count() > 0 && context.accelerators().acceleratorOf(request.resource()).isPresent())
                .toList();
        if (devices.size() != 1 || !PIECES.contains(devices.getFirst().resource())) {
            return;
        }
        var request = devices.getFirst();
        findOption(container, template).filter(sizeOption -> sizeOption.count() != request.count())
                .ifPresent(sizeOption -> context.addChoice("devices-miscounted", optionPlace(container, sizeOption),
                        new LintWorkloadReason.ParallelSizeMismatch(container.subjectText(), sizeOption.option(),
                                sizeOption.count(), request.count(), request.resource(),
                                sizeOption.count() > request.count()),
                        alternativeFixes(container, sizeOption, request)));
    }

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.group().equals("ray.io")) {
            rayClusters(object)
                    .flatMap(cluster -> Stream.concat(Stream.of(cluster.at("headGroupSpec")),
                            cluster.at("workerGroupSpecs").items().stream()))
                    .forEach(group -> checkRayGroup(group, context));
        }
        if (object.kind().equals("LeaderWorkerSet")) {
            checkGroup(object.at("spec", "leaderWorkerTemplate"), context);
        }
        if (object.isKind("serving.kserve.io", "InferenceService")) {
            var worker = object.at("spec", "predictor", "workerSpec");
            checkDeclared(worker.at("tensorParallelSize"),

                    worker.at("containers"), context);
        }
        if (object.isKind("kubeflow.org", "MPIJob")) {
            checkDeclared(object.at("spec", "slotsPerWorker"),
                    object.at("spec", "mpiReplicaSpecs", "Worker", "template", "spec", "containers"), context);
        }
    }

    /** Returns the Ray clusters of an object: itself, or those that a job or a service creates. */
    static Stream<ManifestValue> rayClusters(ManifestKubernetesObject object) {
        var spec = object.at("spec");
        return Stream.of(spec, spec.at("rayClusterSpec"), spec.at("rayClusterConfig"));
    }

    /** Checks a Ray group, which schedules as many GPUs as its node is declared to have. */
    private static void checkRayGroup(ManifestValue group, LintCheckContext context) {
        checkDeclared(group.at("rayStartParams", "num-gpus"), group.at("template", "spec", "containers"), context);
    }

    /** Checks that the server of a group of pods is split over all devices of the group. */
    private static void checkGroup(ManifestValue group, LintCheckContext context) {
        var worker = group.at("workerTemplate");
        var leader = group.at("leaderTemplate").isPresent() ? group.at("leaderTemplate") : worker;
        var size = group.at("size");
        var server = podContainers(leader)
                .filter(container -> SERVER.matcher(container.image() + " " + container.commandText()).find())
                .findFirst();
        long own = countPieces(leader, context);
        long each = countPieces(worker, context);
        if (server.isEmpty() || own < 0 || each < 0 || own + each == 0 || !size.text().matches("[1-9]\\d{0,3}")) {
            return;
        }
        var text = server.get().commandText();
        var tensors = TENSORS.matcher(text);
        long split = optionProduct(text, TENSORS, STAGES);
        // Subgroups may serve alone.
        if (!tensors.find() || split == 0 || DATA_PARALLEL.matcher(text).find()
                || group.at("subGroupPolicy").isPresent()) {
            return;
        }
        long pods = Long.parseLong(size.text());
        long all = own + (pods - 1) * each;
        // Without a word on the others, each pod may serve alone.
        if (split != all && (split != own || GROUP.matcher(text).find())) {
            var option = new ParallelSizeOption(split, tensors.group(1), false, Optional.empty());
            context.addChoice("devices-miscounted", optionPlace(server.get(), option),
                    new LintWorkloadReason.GroupSizeMismatch(server.get().subjectText(), split, pods, all, split > all),
                    ManifestSourceEditor.availableFixes(resizeGroup(size, split - own, each), splitOver(server.get(),
                            all, LongStream.of(own, each).filter(some -> some > 0).min().orElse(0))));
        }
    }

    /** Returns a fix that gives a group the pods that have some devices beside the leader's. */
    private static Optional<LintFix> resizeGroup(ManifestValue size, long others, long each) {
        if (others <= 0 || each == 0 || others % each != 0) {
            return Optional.empty();
        }
        long pods = 1 + others / each;
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.group.size", pods),
                ManifestSourceEditor.replace(size, Long.toString(pods)));
    }

    /**
     * Returns a fix that splits a server over some devices: its tensors over those of one pod at most, and stages over
     * the pods.
     */
    private static Optional<LintFix> splitOver(PodTemplateContainer server, long devices, long devicesOfPod) {
        var text = server.commandText();
        var tensors = TENSORS.matcher(text);
        var stages = STAGES.matcher(text);
        if (!tensors.find()) {
            return Optional.empty();
        }
        long split = Long.parseLong(tensors.group(2));
        long rest = devices / split;
        boolean staged = stages.find();
        if (!staged && devices <= devicesOfPod) {
            return setOption(server, new ParallelSizeOption(tensors.group(2), tensors.group(1)), devices,
                    MESSAGES.text("fix.set", tensors.group(1), devices));
        }
        if (split > devicesOfPod || devices % split != 0) {
            return Optional.empty();
        }
        if (staged) {
            return setOption(server, new ParallelSizeOption(stages.group(2), stages.group(1)), rest,
                    MESSAGES.text("fix.set", stages.group(1), rest));
        }
        return insertStages(server, tensors.group(1) + text.charAt(tensors.end(1)) + split, rest);
    }

    /** @param tensors the option as it stands in the command, before which the other is put */
    private static Optional<LintFix> insertStages(PodTemplateContainer server, String tensors, long count) {
        var option = "--pipeline-parallel-size=" + count;
        var name = tensors.replaceFirst("[ =].*", "");
        return commandWords(server).filter(word -> word.text().equals(name) || word.text().contains(tensors))
                .findFirst()
                .flatMap(word -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.add", option),
                        word.text().equals(name) || word.text().equals(tensors)
                                ? ManifestSourceEditor.insertItemBefore(word, TextNode.valueOf(option))
                                : ManifestSourceEditor.replacePart(word, tensors, option + " " + tensors)));
    }

    private static Stream<PodTemplateContainer> podContainers(ManifestValue template) {
        return template.at("spec", "containers").items().stream()
                .map(value -> new PodTemplateContainer(value, ContainerRole.MAIN));
    }

    /** Returns the number of whole devices of a pod; −1 where it is not known, as with claims. */
    private static long countPieces(ManifestValue template, LintCheckContext context) {
        var requests = podContainers(template)
                .flatMap(container -> container.requests().stream()).filter(request -> context.accelerators()
                        .acceleratorOf(request.resource()).filter(AcceleratorCatalogEntry::isCompute).isPresent())
                .toList();
        boolean known = template.at("spec", "resourceClaims").items().isEmpty()
                && requests.stream().allMatch(request -> PIECES.contains(request.resource()) && request.count() > 0);
        return known ? requests.stream().mapToLong(ContainerResourceRequest::count).sum() : -1;
    }

    private static void checkDeclared(ManifestValue told, ManifestValue all, LintCheckContext context) {
        var containers = all.items();
        if (containers.isEmpty() || !told.text().matches("[1-9]\\d{0,2}")) {
            return;
        }
        var asked = new PodTemplateContainer(containers.getFirst(), ContainerRole.MAIN).requests().stream()
                .filter(request -> PIECES.contains(request.resource())).toList();
        long has = asked.stream().mapToLong(ContainerResourceRequest::count).sum();
        if (asked.size() == 1 && has > 0 && has != Long.parseLong(told.text())) {
            context.addChoice("devices-miscounted", told,
                    new LintWorkloadReason.DeclaredSizeMismatch(told.key().text(), told.text(), has,
                            asked.getFirst().resource()),
                    ManifestSourceEditor.availableFixes(
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.parallel", has),
                                    ManifestSourceEditor.replacePart(told, told.text(), Long.toString(has))),
                            ResourceRequestLintFixes.toAmount(asked.getFirst(), told.text())));
        }
    }

    /** Returns whether a model is split over several devices, so that their processes communicate. */
    static boolean isModelSplit(PodTemplateContainer container, ManifestPodTemplate template) {
        return findOption(container, template).filter(sizeOption -> sizeOption.count() > 1).isPresent();
    }

    private static Optional<ParallelSizeOption> findOption(PodTemplateContainer container,
            ManifestPodTemplate template) {
        var text = container.commandText();
        if (LAUNCHER.matcher(text).find()) {
            return Stream.of(PROCESSES.matcher(text)).filter(found -> found.find() && found.group(2) != null)
                    .map(found -> new ParallelSizeOption(found.group(2), found.group(1))).findFirst()
                    .or(() -> findJobOption(text, template));
        }
        var tensors = TENSORS.matcher(text);
        // KServe's runtimes for these models serve them by vLLM.
        var server = container.image() + " " + text + " " + container.value().at("runtime").text() + " "
                + container.value().at("modelFormat", "name").text();
        if (!SERVER.matcher(server).find() || SPREAD.matcher(text).find()
                || template.object().kind().equals("LeaderWorkerSet") || !tensors.find()) {
            return Optional.empty();
        }
        long devices = optionProduct(text, TENSORS, STAGES, COPIES);
        if (devices == 0) {
            return Optional.empty();
        }
        return Optional.of(new ParallelSizeOption(devices, tensors.group(1), optionProduct(text, STAGES, COPIES) == 1,
                Optional.empty()));
    }

    private static Optional<ParallelSizeOption> findJobOption(String text, ManifestPodTemplate template) {
        if (template.object().kind().equals("PyTorchJob") && !TOLD_EACH.matcher(text).find()) {
            return Optional.of(template.object().at("spec", OF_ALL))
                    .filter(said -> said.text().matches("[1-9]\\d{0,2}"))
                    .map(said -> new ParallelSizeOption(Long.parseLong(said.text()), OF_ALL, true, Optional.of(said)));
        }
        return Optional.empty();
    }

    /** Returns the product of the numbers of options, 1 for each that is absent; 0 where one cannot be read. */
    private static long optionProduct(String text, Pattern... options) {
        return Stream.of(options).map(option -> option.matcher(text)).filter(found -> found.find())
                .mapToLong(found -> found.group(2) == null ? 0 : Long.parseLong(found.group(2)))
                .reduce(1, (one, other) -> one * other);
    }

    private static ManifestValue optionPlace(PodTemplateContainer container, ParallelSizeOption sizeOption) {
        return sizeOption.separateValue()
                .or(() -> commandWords(container).filter(word -> word.text().contains(sizeOption.option())).findFirst())
                .orElse(container.value());
    }

    private static Stream<ManifestValue> commandWords(PodTemplateContainer container) {
        return Stream.of("command", "args").flatMap(part -> container.value().at(part).items().stream());
    }

    private static List<LintFix> alternativeFixes(PodTemplateContainer container, ParallelSizeOption sizeOption,
            ContainerResourceRequest request) {
        var other = sizeOption.alone()
                ? setOption(container, sizeOption, request.count(), MESSAGES.text("fix.parallel", request.count()))
                : Optional.<LintFix>empty();
        return ManifestSourceEditor.availableFixes(other,
                ResourceRequestLintFixes.toAmount(request, Long.toString(sizeOption.count())));
    }

    /** Returns a fix that sets the option's number, in the same or the next word. */
    private static Optional<LintFix> setOption(PodTemplateContainer container, ParallelSizeOption sizeOption,
            long count, String title) {
        var words = commandWords(container).toList();
        if (sizeOption.separateValue().isPresent()) {
            return ManifestSourceEditor.fixOf(title,
                    ManifestSourceEditor.replace(sizeOption.separateValue().get(), Long.toString(count)));
        }
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            for (var sign : List.of("=", " ")) {
                var whole = sizeOption.option() + sign + sizeOption.count();
                if (word.text().contains(whole)) {
                    return ManifestSourceEditor.fixOf(title,
                            ManifestSourceEditor.replacePart(word, whole, sizeOption.option() + sign + count));
                }
            }
            if (word.text().equals(sizeOption.option()) && i + 1 < words.size()) {
                return ManifestSourceEditor.fixOf(title,
                        ManifestSourceEditor.replace(words.get(i + 1), Long.toString(count)));
            }
        }
        return Optional.empty();
    }
}
