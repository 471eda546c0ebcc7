package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.finding.LintFix;
import tessera.lint.finding.TextEdit;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.manifest.PodTemplateContainer.ContainerRole;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks of environment variables, and of shared memory between processes. */
final class EnvironmentVariableLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(EnvironmentVariableLintChecks.class);
    private static final String VISIBLE = "NVIDIA_VISIBLE_DEVICES";
    private static final Set<String> NOTHING = Set.of("void", "none", "");
    private static final Set<String> DEBUGGING = Set.of("NCCL_P2P_DISABLE", "NCCL_SHM_DISABLE");
    private static final List<String> LEVELS = List.of("PIX", "PXB", "PHB", "SYS", "LOC");
    private static final String SHARED_MEMORY = "/dev/shm";
    private static final Pattern TRAINING = Pattern.compile(
            ".*\\b(torchrun|torch\\.distributed|deepspeed|accelerate launch|horovod|horovodrun|mpirun)\\b.*",
            Pattern.DOTALL);
    /** Images by what they are made for; a server of TensorFlow loads no data. */
    private static final Pattern TRAINERS = Pattern
            .compile("(?i)torch|train|nemo|deepspeed|horovod|tensorflow(?!/serving|[-_]?serving|-model-server)");
    /** Told so, a program has its data loaded by several processes. */
    private static final Pattern LOADERS = Pattern
            .compile("(?:^|\\s)--(?:dataloader[-_])?num[-_]workers[= ](?:[2-9]|[1-9]\\d+)(?!\\S)");
    private static final Set<String> TRAINING_KINDS = Set.of("PyTorchJob", "MPIJob", "TFJob", "XGBoostJob", "PaddleJob",
            "JAXJob");
    private static final JsonNodeFactory JSON = JsonNodeFactory.instance;

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind("", "ConfigMap")) {
            object.at("data").entries()
                    .forEach(entry -> checkVariable(new EnvironmentVariable(entry.name(), entry.value(), entry.value()),
                            context));
        }
    }

    @Override
    public void checkContainer(PodTemplateContainer container, ManifestPodTemplate template, LintCheckContext context) {
        for (var variable : container.value().at("env").items()) {
            checkVariable(new EnvironmentVariable(variable.at("name").text(), variable.at("value"), variable), template,
                    context);
        }
        if (template.complete() && container.role() == ContainerRole.MAIN
                && needsSharedMemory(container, template, context) && !container.hasMount(SHARED_MEMORY)
                && !template.spec().at("hostIPC").isTrue()) {
            context.addFinding("shm-missing", container.value(),
                    new LintContainerReason.SmallSharedMemory(container.subjectText()),
                    mountSharedMemory(container, template));
        }
    }

    /** Checks variables that are passed on to a container. */
    static void checkVariables(ManifestValue env, LintCheckContext context) {
        env.items().forEach(variable -> checkVariable(
                new EnvironmentVariable(variable.at("name").text(), variable.at("value"), variable), context));
    }

    /**
     * An environment variable of a container, or of a ConfigMap that containers load.
     *
     * @param whole what goes where the variable goes
     */
    private record EnvironmentVariable(String name, ManifestValue value, ManifestValue whole) {

        String text() {
            return value.text();
        }
    }

    private static void checkVariable(EnvironmentVariable variable, ManifestPodTemplate template,
            LintCheckContext context) {
        boolean watches = PodSecurityLintChecks.isSystemPod(template)
                && !PodSecurityLintChecks.asksForDevices(template, context);
        // What watches a node sees all of its devices.
        if (variable.name().equals(VISIBLE) && !NOTHING.contains(variable.text()) && !watches) {
            context.addFinding("nvidia-visible-devices", variable.whole(),
                    new LintContainerReason.VisibleDevicesSet(variable.text()), removeVariable(variable));
        }
        checkVariable(variable, context);
    }

    private static void checkVariable(EnvironmentVariable variable, LintCheckContext context) {
        var name = variable.name();
        if (name.equals("CUDA_VISIBLE_DEVICES")) {
            context.addFinding("cuda-visible-devices", variable.whole(), new LintContainerReason.CudaDevicesHidden(),
                    removeVariable(variable));
        }
        context.facts().findMistake("variables", name).ifPresent(nameMistake -> context.addFinding("variable-unknown",
                variable.whole(), nameMistake.about(name), removeVariable(variable)));
        if (name.equals("NCCL_NET_GDR_LEVEL") && variable.text().matches("\\d+")) {
            context.addChoice("nccl-level-number", variable.value(), new LintContainerReason.NcclLevelByNumber(),
                    LEVELS.stream().flatMap(level -> ManifestSourceEditor.fixOf(MESSAGES.text("fix.write", level),
                            ManifestSourceEditor.replace(variable.value(), level)).stream()).toList());
        }
        if (name.equals("NCCL_SOCKET_IFNAME") && variable.text().matches("=?(eth|ens|eno|enp)\\w+")) {
            context.addChoice("nccl-interface-fixed", variable.value(),
                    new LintContainerReason.FixedNcclInterface(variable.text()),
                    ManifestSourceEditor.availableFixes(removeVariable(variable),
                            ManifestSourceEditor.fixOf(MESSAGES.text("fix.exclude.interfaces"),
                                    ManifestSourceEditor.replace(variable.value(), "^lo,docker"))));
        }
        if (DEBUGGING.contains(name) && variable.text().equals("1")) {
            context.addFinding("nccl-transport-off", variable.whole(), new LintContainerReason.NcclTransportOff(name),
                    removeVariable(variable));
        }
    }

    private static Optional<LintFix> removeVariable(EnvironmentVariable variable) {
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.remove.variable"),
                ManifestSourceEditor.remove(variable.whole()));
    }

    private static boolean needsSharedMemory(PodTemplateContainer container, ManifestPodTemplate template,
            LintCheckContext context) {
        long devices = context.countDevices(container);
        // A launcher that has no device only starts what runs elsewhere.
        return (devices > 0 || !template.isUnder("Launcher")) && (TRAINING.matcher(container.commandText()).matches()
                || ParallelSizeLintChecks.isModelSplit(container, template)
                || isTraining(container, template, devices));
    }

    private static boolean isTraining(PodTemplateContainer container, ManifestPodTemplate template, long devices) {
        return devices > 0 && ((devices > 1 && TRAINERS.matcher(container.image()).find())
                || LOADERS.matcher(container.commandText()).find()
                || TRAINING_KINDS.contains(template.object().kind()));
    }

    /** Returns a fix that adds a volume and its mount, under a name that is free. */
    private static Optional<LintFix> mountSharedMemory(PodTemplateContainer container, ManifestPodTemplate template) {
        var volumes = template.spec().at("volumes");
        var name = "dshm";
        var existing = volumes.items().stream()
                .filter(volume -> volume.at("emptyDir", "medium").text().equals("Memory")).findFirst();
        var edits = new ArrayList<TextEdit>();
        if (existing.isPresent()) {
            name = existing.get().at("name").text();
        } else if (volumes.items().stream().anyMatch(volume -> volume.at("name").text().equals("dshm"))) {
            return Optional.empty();
        } else {
            var memory = JSON.objectNode().put("name", name);
            memory.putObject("emptyDir").put("medium", "Memory").put("sizeLimit", "8Gi");
            var added = ManifestSourceEditor.addToList(template.spec(), "volumes", memory);
            if (added.isEmpty()) {
                return Optional.empty();
            }
            edits.addAll(added);
        }
        List<TextEdit> mount = ManifestSourceEditor.addToList(container.value(), "volumeMounts",
                JSON.objectNode().put("name", name).put("mountPath", SHARED_MEMORY));
        edits.addAll(mount);
        if (mount.isEmpty()) {
            return Optional.empty();
        }
        return ManifestSourceEditor.fixOf(MESSAGES.text("fix.mount.memory"), edits);
    }
}
