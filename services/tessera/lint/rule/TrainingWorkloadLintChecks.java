package tessera.lint.rule;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.lint.fix.ResourceRequestLintFixes;
import tessera.lint.fix.VolumeLintFixes;
import tessera.lint.fix.WorkloadLintFixes;
import tessera.lint.manifest.ManifestKubernetesObject;
import tessera.lint.manifest.ManifestKubernetesObject.ManifestPodTemplate;
import tessera.lint.manifest.PodTemplateContainer;
import tessera.lint.source.ManifestSourceEditor;
import tessera.lint.source.ManifestValue;
import tessera.text.MessageCatalog;

/** Checks of training workloads with several pods. */
final class TrainingWorkloadLintChecks implements LintCheck {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(TrainingWorkloadLintChecks.class);

    /** What an operator looks for, by kind. */
    private static final Map<String, String> CONTAINERS = Map.of("PyTorchJob", "pytorch", "TFJob", "tensorflow",
            "XGBoostJob", "xgboost", "PaddleJob", "paddle", "JAXJob", "jax");
    private static final String KUBEFLOW = "kubeflow.org";
    private static final Pattern LAUNCHER = Pattern.compile(".*\\b(horovodrun|mpirun|mpiexec)\\b.*", Pattern.DOTALL);
    private static final Pattern TRAINING = Pattern.compile(
            ".*(\\b(torchrun|torch\\.distributed|deepspeed|accelerate launch|horovodrun|mpirun)\\b|\\btrain\\w*\\.py).*",
            Pattern.DOTALL);

    private static final Pattern NAMED = Pattern
            .compile("(?:.*-)?(?:pre-?)?(?:train|training|finetune|finetuning|fine-tuning)(?:-job)?");

    @Override
    public void checkObject(ManifestKubernetesObject object, LintCheckContext context) {
        if (object.isKind("batch", "Job")) {
            checkJob(object, context);
        }
        if (object.isKind("apps", "Deployment")) {
            object.templates().stream().flatMap(template -> template.containers().stream())
                    .filter(container -> isTraining(container) || isNamedTraining(object, context)).findFirst()
                    .ifPresent(container -> context.addChoice("training-restarts", object.at("kind"),
                            new LintWorkloadReason.TrainingInDeployment(),
                            ManifestSourceEditor.availableFixes(WorkloadLintFixes.toJob(object))));
        }
        if (object.isKind(KUBEFLOW, "PyTorchJob")) {
            requireOne(object.at("spec", "pytorchReplicaSpecs", "Master", "replicas"), "PyTorchJob", context);
        }
        if (object.isKind(KUBEFLOW, "MPIJob")) {
            requireOne(object.at("spec", "mpiReplicaSpecs", "Launcher", "replicas"), "MPIJob", context);
        }
        if (object.isKind("batch.volcano.sh", "Job")) {
            checkGang(object.at("spec"), context);
        }
        if (object.isKind("apps", "StatefulSet")) {
            checkService(object, context);
        }
    }

    private static void requireOne(ManifestValue replicas, String kind, LintCheckContext context) {
        if (replicas.isPresent() && !replicas.text().equals("1") && !replicas.isTemplated()) {
            context.addFinding("master-replicas", replicas,
                    new LintWorkloadReason.SeveralMasters(kind, replicas.text()), ManifestSourceEditor
                            .fixOf(MESSAGES.text("fix.write.one"), ManifestSourceEditor.replace(replicas, "1")));
        }
    }

    /** Checks that the tasks of a Volcano Job have as many pods as it starts with. */
    private static void checkGang(ManifestValue spec, LintCheckContext context) {
        var least = spec.at("minAvailable");
        var replicas = spec.at("tasks").items().stream().map(task -> task.at("replicas").text()).toList();
        boolean known = Stream.concat(Stream.of(least.text()), replicas.stream())
                .allMatch(text -> text.matches("\\d{1,6}"));
        long pods = known ? replicas.stream().mapToLong(Long::parseLong).sum() : 0;
        if (known && Long.parseLong(least.text()) > pods) {
            context.reject(least, new LintWorkloadReason.GangLargerThanTasks(least.text(), pods));
        }
    }

    /** Returns whether a container seems to train a model. */
    static boolean isTraining(PodTemplateContainer container) {
        return TRAINING.matcher(container.commandText()).matches();
    }

    /** Returns whether a workload with devices is named after training; training operators have no devices. */
    private static boolean isNamedTraining(ManifestKubernetesObject object, LintCheckContext context) {
        return NAMED.matcher(object.name()).matches() && object.templates().stream()
                .anyMatch(template -> PodSecurityLintChecks.asksForDevices(template, context));
    }

    private static void checkJob(ManifestKubernetesObject object, LintCheckContext context) {
        var parallelism = object.at("spec", "parallelism");
        if (!parallelism.text().matches("[2-9]|\\d{2,}")) {
            return;
        }
        object.templates().stream().flatMap(template -> template.containers().stream())
                .filter(container -> LAUNCHER.matcher(container.commandText()).matches()).findFirst()
                .ifPresent(container -> context.addChoice("launchers-independent", parallelism,
                        new LintWorkloadReason.IndependentLaunchers(parallelism.text()),
                        ManifestSourceEditor.availableFixes(WorkloadLintFixes.toSinglePod(object))));
    }

    /** Checks the service by which pods of a set find one another. */
    private static void checkService(ManifestKubernetesObject set, LintCheckContext context) {
        boolean several = set.at("spec", "replicas").text().matches("[2-9]|\\d{2,}");
        boolean trains = set.templates().stream().flatMap(template -> template.containers().stream())
                .anyMatch(TrainingWorkloadLintChecks::isTraining);
        if (!several || !trains) {
            return;
        }
        var order = set.at("spec", "podManagementPolicy");
        if (!order.text().equals("Parallel")) {
            context.addFinding("set-one-by-one", order.isPresent() ? order : set.at("spec"),
                    new LintWorkloadReason.OrderedTrainingPods(),
                    order.isPresent()
                            ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.parallel"),
                                    ManifestSourceEditor.replace(order, "Parallel"))
                            : ManifestSourceEditor.fixOf(MESSAGES.text("fix.write.parallel"),
                                    ManifestSourceEditor.insertEntry(set.at("spec"), "podManagementPolicy",
                                            JsonNodeFactory.instance.textNode("Parallel"))));
        }
        var name = set.at("spec", "serviceName").text();
        context.objects("", "Service").filter(other -> other.name().equals(name)).findFirst()
                .ifPresent(service -> checkHeadless(service, context));
    }

    private static void checkHeadless(ManifestKubernetesObject service, LintCheckContext context) {
        var spec = service.at("spec");
        context.setSubject(service.objectName());
        if (!spec.at("clusterIP").text().equals("None")) {
            context.addFinding("service-not-headless", spec, new LintWorkloadReason.ServiceNotHeadless(),
                    WorkloadLintFixes.toHeadless(spec));
        } else if (!spec.at("publishNotReadyAddresses").isTrue()) {
            context.addFinding("service-hides-unready", spec, new LintWorkloadReason.UnreadyPodsHidden(),
                    spec.at("publishNotReadyAddresses").isWritten() ? Optional.empty()
                            : ManifestSourceEditor.fixOf(MESSAGES.text("fix.publish"), ManifestSourceEditor.insertEntry(
                                    spec, "publishNotReadyAddresses", JsonNodeFactory.instance.booleanNode(true))));
        }
    }

    @Override
    public void checkTemplate(ManifestPodTemplate template, LintCheckContext context) {
        var object = template.object();
        var wanted = object.group().equals(KUBEFLOW) ? CONTAINERS.get(object.kind()) : null;
        if (wanted != null && template.containers().stream().noneMatch(one -> one.name().equals(wanted))) {
            var containers = template.containers();
            ManifestValue name = containers.getFirst().value().at("name");
            context.addFinding("container-name", name, new LintWorkloadReason.OperatorContainerName(wanted),
                    containers.size() == 1 ? ManifestSourceEditor.fixOf(MESSAGES.text("fix.rename", wanted),
                            ManifestSourceEditor.replace(name, wanted)) : Optional.empty());
        }
        boolean launcher = object.isKind(KUBEFLOW, "MPIJob") && template.isUnder("Launcher")
                && !object.at("spec", "runLauncherAsWorker").isTrue();
        if (launcher && PodSecurityLintChecks.asksForDevices(template, context)) {
            context.addFinding("launcher-holds-gpu", DeviceRequestLintChecks.devicePlace(template, context),
                    new LintWorkloadReason.LauncherHoldsGpu(),
                    ResourceRequestLintFixes.removeRequests(MESSAGES.text("fix.launcher"), template,
                            request -> context.isAccelerator(request.resource())));
        }
        checkDownloads(template, context);
    }

    private static void checkDownloads(ManifestPodTemplate template, LintCheckContext context) {
        if (!PodSecurityLintChecks.asksForDevices(template, context)) {
            return;
        }
        for (var container : template.initContainers()) {
            if (!context.facts().findMistake("downloads", container.commandText()).isPresent()
                    && !context.facts().findMistake("downloaders", container.image()).isPresent()) {
                continue;
            }
            var passing = container.value().at("volumeMounts").items().stream().map(mount -> mount.at("name").text())
                    .flatMap(name -> memoryVolumes(name, template)).findFirst();
            passing.ifPresent(volume -> context.addChoice("download-holds-gpu", container.value(),
                    new LintWorkloadReason.DownloadHoldsGpu(container.name()),
                    ManifestSourceEditor.availableFixes(VolumeLintFixes.toClaim(template, volume))));
        }
    }

    private static Stream<ManifestValue> memoryVolumes(String name, ManifestPodTemplate template) {
        return template.spec().at("volumes").items().stream()
                .filter(volume -> volume.at("name").text().equals(name) && volume.at("emptyDir").isWritten());
    }
}
