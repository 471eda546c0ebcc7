package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import tessera.lint.finding.Edit;
import tessera.lint.finding.Fix;
import tessera.lint.source.Edits;
import tessera.lint.source.Value;
import tessera.lint.subject.Container;
import tessera.lint.subject.Container.Role;
import tessera.lint.subject.KubeObject;
import tessera.lint.subject.PodTemplate;

/** Variables of containers, and memory that its processes share. */
final class EnvironmentChecks implements Check {

    private static final String VISIBLE = "NVIDIA_VISIBLE_DEVICES";
    private static final Set<String> NOTHING = Set.of("void", "none", "");
    private static final Set<String> DEBUGGING = Set.of("NCCL_P2P_DISABLE", "NCCL_SHM_DISABLE");
    private static final List<String> LEVELS = List.of("PIX", "PXB", "PHB", "SYS", "LOC");
    private static final String SHARED_MEMORY = "/dev/shm";
    private static final Pattern TRAINING = Pattern
            .compile(".*\\b(torchrun|torch\\.distributed|deepspeed|accelerate launch|horovod|horovodrun|mpirun)\\b.*",
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
    public void object(KubeObject object, Look look) {
        if (object.is("", "ConfigMap")) {
            object.at("data").entries()
                    .forEach(entry -> variable(new Variable(entry.name(), entry.value(), entry.value()), look));
        }
    }

    @Override
    public void container(Container container, PodTemplate template, Look look) {
        for (var variable : container.value().at("env").items()) {
            variable(new Variable(variable.at("name").text(), variable.at("value"), variable), template, look);
        }
        if (template.whole() && container.role() == Role.MAIN && sharesMemory(container, template, look)
                && !container.mounts(SHARED_MEMORY) && !template.spec().at("hostIPC").isTrue()) {
            look.note("shm-missing", container.value(),
                    ("%s has 64 MiB of shared memory, too little for data loaders and NCCL: mount an emptyDir of memory "
                            + "at /dev/shm").formatted(container.called()),
                    roomy(container, template));
        }
    }

    /** Looks at variables that somebody hands on to a container. */
    static void variables(Value env, Look look) {
        env.items().forEach(variable -> variable(new Variable(variable.at("name").text(), variable.at("value"),
                variable), look));
    }

    /**
     * A variable, in a container or in a ConfigMap that containers take theirs from.
     *
     * @param whole what goes where the variable goes
     */
    private record Variable(String name, Value value, Value whole) {

        String text() {
            return value.text();
        }
    }

    private static void variable(Variable variable, PodTemplate template, Look look) {
        boolean watches = SafetyChecks.system(template) && !SafetyChecks.asksForDevices(template, look);
        // What watches a node sees all of its devices.
        if (variable.name().equals(VISIBLE) && !NOTHING.contains(variable.text()) && !watches) {
            look.note("nvidia-visible-devices", variable.whole(),
                    "The device plugin sets this; “%s” passes its accounts by".formatted(variable.text()),
                    away(variable));
        }
        variable(variable, look);
    }

    private static void variable(Variable variable, Look look) {
        var name = variable.name();
        if (name.equals("CUDA_VISIBLE_DEVICES")) {
            look.note("cuda-visible-devices", variable.whole(),
                    "Devices of a container are numbered from 0 anyway; with MIG or fewer devices this hides them all",
                    away(variable));
        }
        look.facts().mistake("variables", name)
                .ifPresent(mistake -> look.note("variable-unknown", variable.whole(),
                        name + ": " + mistake.reason(), away(variable)));
        if (name.equals("NCCL_NET_GDR_LEVEL") && variable.text().matches("\\d+")) {
            look.offer("nccl-level-number", variable.value(),
                    "Numbers are of old versions of NCCL: say LOC, PIX, PXB, PHB or SYS",
                    LEVELS.stream().flatMap(level -> Edits.fix("Write " + level,
                            Edits.replace(variable.value(), level)).stream()).toList());
        }
        if (name.equals("NCCL_SOCKET_IFNAME") && variable.text().matches("=?(eth|ens|eno|enp)\\w+")) {
            look.offer("nccl-interface-fixed", variable.value(),
                    "“%s” is not what an interface is called on every node, nor beside a second network"
                            .formatted(variable.text()),
                    Edits.ways(away(variable), Edits.fix("Exclude lo and docker in its place",
                            Edits.replace(variable.value(), "^lo,docker"))));
        }
        if (DEBUGGING.contains(name) && variable.text().equals("1")) {
            look.note("nccl-transport-off", variable.whole(),
                    name + " is for finding faults: GPUs of a node then talk by way of the network", away(variable));
        }
    }

    private static Optional<Fix> away(Variable variable) {
        return Edits.fix("Take the variable away", Edits.remove(variable.whole()));
    }

    private static boolean sharesMemory(Container container, PodTemplate template, Look look) {
        long devices = look.devices(container);
        // A launcher that has no device only starts what runs elsewhere.
        return (devices > 0 || !template.under("Launcher"))
                && (TRAINING.matcher(container.words()).matches() || ParallelChecks.several(container, template)
                        || trains(container, template, devices));
    }

    private static boolean trains(Container container, PodTemplate template, long devices) {
        return devices > 0 && ((devices > 1 && TRAINERS.matcher(container.image()).find())
                || LOADERS.matcher(container.words()).find() || TRAINING_KINDS.contains(template.object().kind()));
    }

    /** A volume and its mount, under a name that is free. */
    private static Optional<Fix> roomy(Container container, PodTemplate template) {
        var volumes = template.spec().at("volumes");
        var name = "dshm";
        var existing = volumes.items().stream()
                .filter(volume -> volume.at("emptyDir", "medium").text().equals("Memory")).findFirst();
        var edits = new ArrayList<Edit>();
        if (existing.isPresent()) {
            name = existing.get().at("name").text();
        } else if (volumes.items().stream().anyMatch(volume -> volume.at("name").text().equals("dshm"))) {
            return Optional.empty();
        } else {
            var memory = JSON.objectNode().put("name", name);
            memory.putObject("emptyDir").put("medium", "Memory").put("sizeLimit", "8Gi");
            var added = Edits.add(template.spec(), "volumes", memory);
            if (added.isEmpty()) {
                return Optional.empty();
            }
            edits.addAll(added);
        }
        List<Edit> mount = Edits.add(container.value(), "volumeMounts",
                JSON.objectNode().put("name", name).put("mountPath", SHARED_MEMORY));
        edits.addAll(mount);
        return mount.isEmpty() ? Optional.empty() : Edits.fix("Mount memory at /dev/shm", edits);
    }
}
