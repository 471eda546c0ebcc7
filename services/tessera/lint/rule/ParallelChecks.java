package tessera.lint.rule;

import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.finding.LintFix;
import tessera.lint.fix.RequestFixes;
import tessera.lint.manifest.ContainerRequest;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.manifest.TemplateContainer.Role;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;

/** Whether a program is told of as many devices as its container has. */
final class ParallelChecks implements LintCheck {

    /** Of other devices programs count the cores. */
    private static final Set<String> PIECES = Set.of("nvidia.com/gpu", "amd.com/gpu", "habana.ai/gaudi");
    private static final Pattern SERVER = Pattern.compile("(?i)vllm|sglang|text-generation|lmdeploy");
    /** Servers that are told so belong to a group on several nodes. */
    private static final Pattern SPREAD = Pattern.compile(
            "\\bray\\b|\\bray_(cluster_size|address)|--nnodes|--node-rank|--data-parallel-(size-local|address)|--enable-dp-attention");
    private static final Pattern LAUNCHER = Pattern.compile("\\btorchrun\\b|torch\\.distributed");
    private static final Pattern TENSORS = option("tensor[-_]parallel[-_]size|tp-size|tp|num-shard");
    private static final Pattern STAGES = option("pipeline[-_]parallel[-_]size|pp-size|pp");
    private static final Pattern COPIES = option("data[-_]parallel[-_]size|dp-size|dp");
    private static final Pattern PROCESSES = option("nproc[-_]per[-_]node");
    private static final Pattern TOLD_EACH = Pattern.compile("--?nproc[-_]per[-_]node");
    /** The field of a PyTorchJob that tells those of its launchers whose commands do not. */
    private static final String OF_ALL = "nprocPerNode";

    private static Pattern option(String names) {
        return Pattern.compile("(?:^|\\s)(--?(?:" + names + "))[ =](\\d{1,3})(?!\\S)");
    }

    /**
     * What a program is told.
     *
     * @param count  of devices
     * @param option that says so
     * @param alone  whether that option is all that says so
     * @param apart  where it stands, if not in the command
     */
    private record ParallelOption(long count, String option, boolean alone, Optional<ManifestValue> apart) {

        ParallelOption(String count, String option) {
            this(Long.parseLong(count), option, true, Optional.empty());
        }
    }

    @Override
    public void container(TemplateContainer container, PodTemplate template, CheckContext look) {
        if (!template.whole() || container.role() != Role.MAIN) {
            return;
        }
        var devices = container.asked().stream().filter(asked -> asked.count() > 0
                && look.accelerators().of(asked.resource()).isPresent()).toList();
        if (devices.size() != 1 || !PIECES.contains(devices.getFirst().resource())) {
            return;
        }
        var asked = devices.getFirst();
        said(container, template).filter(said -> said.count() != asked.count())
                .ifPresent(said -> look.offer("devices-miscounted",
                        place(container, said),
                        "%s is told of %d with %s and asks for %d of %s: %s".formatted(container.called(), said.count(),
                                said.option(), asked.count(), asked.resource(), said.count() > asked.count()
                                        ? "it fails at its start"
                                        : "the others are idle"),
                        ways(container, said, asked)));
    }

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.group().equals("ray.io")) {
            clusters(object).flatMap(cluster -> Stream.concat(Stream.of(cluster.at("headGroupSpec")),
                    cluster.at("workerGroupSpecs").items().stream()))
                    .forEach(group -> group(group, look));
        }
    }

    /** Where a cluster of Ray is described: by itself, or in what a job or a service has made. */
    static Stream<ManifestValue> clusters(KubeObject object) {
        var spec = object.at("spec");
        return Stream.of(spec, spec.at("rayClusterSpec"), spec.at("rayClusterConfig"));
    }

    /** Ray gives out as many GPUs as a node is said to have; none keeps work away that takes one. */
    private static void group(ManifestValue group, CheckContext look) {
        var told = group.at("rayStartParams", "num-gpus");
        var containers = group.at("template", "spec", "containers").items();
        if (containers.isEmpty() || !told.text().matches("[1-9]\\d{0,2}")) {
            return;
        }
        // Ray runs in the first one.
        var asked = new TemplateContainer(containers.getFirst(), Role.MAIN).asked().stream()
                .filter(each -> PIECES.contains(each.resource())).toList();
        long has = asked.stream().mapToLong(ContainerRequest::count).sum();
        if (asked.size() == 1 && has > 0 && has != Long.parseLong(told.text())) {
            look.offer("devices-miscounted", told,
                    "Ray is told of %s with num-gpus, and its container asks for %d of %s".formatted(told.text(), has,
                            asked.getFirst().resource()),
                    ManifestEditor.ways(
                            ManifestEditor.fix("Tell it of " + has,
                                    ManifestEditor.replace(told, told.text(), Long.toString(has))),
                            RequestFixes.to(asked.getFirst(), told.text())));
        }
    }

    /** Whether a model is split over several devices, so that those who hold the parts have to talk. */
    static boolean several(TemplateContainer container, PodTemplate template) {
        return said(container, template).filter(said -> said.count() > 1).isPresent();
    }

    private static Optional<ParallelOption> said(TemplateContainer container, PodTemplate template) {
        var words = container.words();
        if (LAUNCHER.matcher(words).find()) {
            return Stream.of(PROCESSES.matcher(words)).filter(found -> found.find())
                    .map(found -> new ParallelOption(found.group(2), found.group(1))).findFirst()
                    .or(() -> ofAll(words, template));
        }
        var tensors = TENSORS.matcher(words);
        if (!SERVER.matcher(container.image() + " " + words).find() || SPREAD.matcher(words).find()
                || template.object().kind().equals("LeaderWorkerSet") || !tensors.find()) {
            return Optional.empty();
        }
        long others = number(STAGES, words) * number(COPIES, words);
        return Optional.of(new ParallelOption(Long.parseLong(tensors.group(2)) * others, tensors.group(1), others == 1,
                Optional.empty()));
    }

    private static Optional<ParallelOption> ofAll(String words, PodTemplate template) {
        return template.object().kind().equals("PyTorchJob") && !TOLD_EACH.matcher(words).find()
                ? Optional.of(template.object().at("spec", OF_ALL)).filter(said -> said.text().matches("\\d{1,3}"))
                        .map(said -> new ParallelOption(Long.parseLong(said.text()), OF_ALL, true, Optional.of(said)))
                : Optional.empty();
    }

    private static long number(Pattern option, String words) {
        var found = option.matcher(words);
        return found.find() ? Long.parseLong(found.group(2)) : 1;
    }

    private static ManifestValue place(TemplateContainer container, ParallelOption said) {
        return said.apart().or(() -> written(container).filter(word -> word.text().contains(said.option())).findFirst())
                .orElse(container.value());
    }

    private static Stream<ManifestValue> written(TemplateContainer container) {
        return Stream.of("command", "args").flatMap(part -> container.value().at(part).items().stream());
    }

    private static List<LintFix> ways(TemplateContainer container, ParallelOption said, ContainerRequest asked) {
        var other = said.alone() ? other(container, said, asked.count()) : Optional.<LintFix>empty();
        return ManifestEditor.ways(other, RequestFixes.to(asked, Long.toString(said.count())));
    }

    /** The option with another number, which stands in the same word or is the next. */
    private static Optional<LintFix> other(TemplateContainer container, ParallelOption said, long count) {
        var words = written(container).toList();
        var title = "Tell it of " + count;
        if (said.apart().isPresent()) {
            return ManifestEditor.fix(title, ManifestEditor.replace(said.apart().get(), Long.toString(count)));
        }
        for (int i = 0; i < words.size(); i++) {
            var word = words.get(i);
            for (var sign : List.of("=", " ")) {
                var whole = said.option() + sign + said.count();
                if (word.text().contains(whole)) {
                    return ManifestEditor.fix(title, ManifestEditor.replace(word, whole, said.option() + sign + count));
                }
            }
            if (word.text().equals(said.option()) && i + 1 < words.size()) {
                return ManifestEditor.fix(title, ManifestEditor.replace(words.get(i + 1), Long.toString(count)));
            }
        }
        return Optional.empty();
    }
}
