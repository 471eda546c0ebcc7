package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import tessera.lint.fix.RequestFixes;
import tessera.lint.fix.VolumeFixes;
import tessera.lint.fix.WorkloadFixes;
import tessera.lint.manifest.KubeObject;
import tessera.lint.manifest.PodTemplate;
import tessera.lint.manifest.TemplateContainer;
import tessera.lint.source.ManifestEditor;
import tessera.lint.source.ManifestValue;

/** Work that several pods do together. */
final class TrainingChecks implements LintCheck {

    /** What an operator looks for, by kind. */
    private static final Map<String, String> CONTAINERS = Map.of("PyTorchJob", "pytorch", "TFJob", "tensorflow",
            "XGBoostJob", "xgboost", "PaddleJob", "paddle", "JAXJob", "jax");
    private static final String KUBEFLOW = "kubeflow.org";
    private static final Pattern LAUNCHER = Pattern.compile(".*\\b(horovodrun|mpirun|mpiexec)\\b.*", Pattern.DOTALL);
    private static final Pattern TRAINING = Pattern
            .compile(
                    ".*(\\b(torchrun|torch\\.distributed|deepspeed|accelerate launch|horovodrun|mpirun)\\b|\\btrain\\w*\\.py).*",
                    Pattern.DOTALL);

    private static final Pattern NAMED = Pattern
            .compile("(?:.*-)?(?:pre-?)?(?:train|training|finetune|finetuning|fine-tuning)(?:-job)?");

    @Override
    public void object(KubeObject object, CheckContext look) {
        if (object.is("batch", "Job")) {
            job(object, look);
        }
        if (object.is("apps", "Deployment")) {
            object.templates().stream().flatMap(template -> template.containers().stream())
                    .filter(container -> trains(container) || named(object, look))
                    .findFirst().ifPresent(container -> look.offer("training-restarts", object.at("kind"),
                            "A Deployment starts its pods again when they end: training is a job",
                            ManifestEditor.ways(WorkloadFixes.job(object))));
        }
        if (object.is(KUBEFLOW, "PyTorchJob")) {
            one(object.at("spec", "pytorchReplicaSpecs", "Master", "replicas"), "A PyTorchJob has one master", look);
        }
        if (object.is(KUBEFLOW, "MPIJob")) {
            one(object.at("spec", "mpiReplicaSpecs", "Launcher", "replicas"), "An MPIJob has one launcher", look);
        }
        if (object.is("apps", "StatefulSet")) {
            service(object, look);
        }
    }

    private static void one(ManifestValue replicas, String words, CheckContext look) {
        if (replicas.present() && !replicas.text().equals("1") && !replicas.unfilled()) {
            look.note("master-replicas", replicas, "%s, not %s".formatted(words, replicas.text()),
                    ManifestEditor.fix("Write 1", ManifestEditor.replace(replicas, "1")));
        }
    }

    /** Whether a container seems to train something. */
    static boolean trains(TemplateContainer container) {
        return TRAINING.matcher(container.words()).matches();
    }

    /** Whether its name says that it is training, on devices; an operator of trainings has none. */
    private static boolean named(KubeObject object, CheckContext look) {
        return NAMED.matcher(object.name()).matches()
                && object.templates().stream().anyMatch(template -> SafetyChecks.asksForDevices(template, look));
    }

    private static void job(KubeObject object, CheckContext look) {
        var parallelism = object.at("spec", "parallelism");
        if (!parallelism.text().matches("[2-9]|\\d{2,}")) {
            return;
        }
        object.templates().stream().flatMap(template -> template.containers().stream())
                .filter(container -> LAUNCHER.matcher(container.words()).matches()).findFirst()
                .ifPresent(container -> look.offer("launchers-independent", parallelism,
                        "%s pods each start a launcher that knows nothing of the others: use an MPIJob, or torchrun"
                                .formatted(parallelism.text()),
                        ManifestEditor.ways(WorkloadFixes.one(object))));
    }

    /** The service by which pods of a set find one another. */
    private static void service(KubeObject set, CheckContext look) {
        boolean several = set.at("spec", "replicas").text().matches("[2-9]|\\d{2,}");
        boolean trains = set.templates().stream().flatMap(template -> template.containers().stream())
                .anyMatch(TrainingChecks::trains);
        if (!several || !trains) {
            return;
        }
        var order = set.at("spec", "podManagementPolicy");
        if (!order.text().equals("Parallel")) {
            look.note("set-one-by-one", order.present() ? order : set.at("spec"),
                    "Each pod waits until the one before is ready, and that one waits for all: set podManagementPolicy to Parallel",
                    order.present() ? ManifestEditor.fix("Write Parallel", ManifestEditor.replace(order, "Parallel"))
                            : ManifestEditor.fix("Write Parallel",
                                    ManifestEditor.insert(set.at("spec"), "podManagementPolicy",
                                            JsonNodeFactory.instance.textNode("Parallel"))));
        }
        var name = set.at("spec", "serviceName").text();
        look.objects("", "Service").filter(other -> other.name().equals(name))
                .findFirst().ifPresent(service -> meeting(service, look));
    }

    private static void meeting(KubeObject service, CheckContext look) {
        var spec = service.at("spec");
        look.turnTo(service.words());
        if (!spec.at("clusterIP").text().equals("None")) {
            look.note("service-not-headless", spec,
                    "Pods find one another by their own names only behind a service with clusterIP: None",
                    WorkloadFixes.headless(spec));
        } else if (!spec.at("publishNotReadyAddresses").isTrue()) {
            look.note("service-hides-unready", spec,
                    "Pods that wait for one another are not ready yet, and unready pods have no name",
                    spec.at("publishNotReadyAddresses").written() ? Optional.empty()
                            : ManifestEditor.fix("Publish them", ManifestEditor.insert(spec, "publishNotReadyAddresses",
                                    JsonNodeFactory.instance.booleanNode(true))));
        }
    }

    @Override
    public void template(PodTemplate template, CheckContext look) {
        var object = template.object();
        var wanted = object.group().equals(KUBEFLOW) ? CONTAINERS.get(object.kind()) : null;
        if (wanted != null && template.containers().stream().noneMatch(one -> one.name().equals(wanted))) {
            var containers = template.containers();
            ManifestValue name = containers.getFirst().value().at("name");
            look.note("container-name", name, "The operator looks for a container that is called " + wanted,
                    containers.size() == 1
                            ? ManifestEditor.fix("Call it " + wanted, ManifestEditor.replace(name, wanted))
                            : Optional.empty());
        }
        boolean launcher = object.is(KUBEFLOW, "MPIJob") && template.under("Launcher")
                && !object.at("spec", "runLauncherAsWorker").isTrue();
        if (launcher && SafetyChecks.asksForDevices(template, look)) {
            look.note("launcher-holds-gpu", DeviceLintChecks.devices(template, look),
                    "The launcher only starts the workers: its GPU is lost to them",
                    RequestFixes.without("Take it from the launcher", template,
                            asked -> look.accelerator(asked.resource())));
        }
        downloads(template, look);
    }

    private static void downloads(PodTemplate template, CheckContext look) {
        if (!SafetyChecks.asksForDevices(template, look)) {
            return;
        }
        for (var container : template.initContainers()) {
            if (!look.facts().mistake("downloads", container.words()).isPresent()
                    && !look.facts().mistake("downloaders", container.image()).isPresent()) {
                continue;
            }
            var passing = container.value().at("volumeMounts").items().stream()
                    .map(mount -> mount.at("name").text())
                    .flatMap(name -> template.spec().at("volumes").items().stream()
                            .filter(volume -> volume.at("name").text().equals(name)
                                    && volume.at("emptyDir").written()))
                    .findFirst();
            passing.ifPresent(volume -> look.offer("download-holds-gpu", container.value(),
                    "While “%s” downloads, the pod holds its GPU, and again with every new pod: keep it on a claim"
                            .formatted(container.name()),
                    ManifestEditor.ways(VolumeFixes.kept(template, volume))));
        }
    }
}
