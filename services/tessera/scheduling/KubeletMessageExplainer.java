package tessera.scheduling;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.IntFunction;
import java.util.regex.Pattern;
import tessera.model.ContainerExitNotation;
import tessera.model.PodFailureMessagePatterns;
import tessera.model.PodSummary;
import tessera.model.ShellWordQuoter;
import tessera.scheduling.KubeletReason.ClaimPreparationFailed;
import tessera.scheduling.KubeletReason.ContainerExit;
import tessera.scheduling.KubeletReason.ContainerExitUnknown;
import tessera.scheduling.KubeletReason.ContainerMemoryExceeded;
import tessera.scheduling.KubeletReason.ContainerStartFailed;
import tessera.scheduling.KubeletReason.ImageArchitectureMismatch;
import tessera.scheduling.KubeletReason.ImageNotFound;
import tessera.scheduling.KubeletReason.ImagePullDenied;
import tessera.scheduling.KubeletReason.ImagePullRateLimited;
import tessera.scheduling.KubeletReason.ImageRegistryUnreachable;
import tessera.scheduling.KubeletReason.InvalidImageReference;
import tessera.scheduling.KubeletReason.MissingConfigKey;
import tessera.scheduling.KubeletReason.MissingConfigMap;
import tessera.scheduling.KubeletReason.MissingExecutable;
import tessera.scheduling.KubeletReason.MissingHostPath;
import tessera.scheduling.KubeletReason.MissingSecret;
import tessera.scheduling.KubeletReason.MissingToolkitBinary;
import tessera.scheduling.KubeletReason.MissingVolumeKey;
import tessera.scheduling.KubeletReason.PodNetworkFailed;
import tessera.scheduling.KubeletReason.PodSandboxFailed;
import tessera.scheduling.KubeletReason.ToolkitBinaryNotExecutable;
import tessera.scheduling.KubeletReason.UnknownRuntimeHandler;
import tessera.scheduling.KubeletReason.VolumeAttachFailed;
import tessera.scheduling.KubeletReason.VolumeAttachedElsewhere;
import tessera.scheduling.KubeletReason.VolumeMountFailed;
import tessera.scheduling.KubeletReason.VolumeMountTimeout;

/** Explains messages of kubelets about pods that do not start, with remedies. */
final class KubeletMessageExplainer {

    private static final String CONFIG = "kubectl -n {namespace} get configmaps";
    private static final String EVENTS = "tessera doctor --pod {namespace}/{name}";
    private static final String LOG = "tessera logs {namespace}/{name}{container} --tail=50";
    private static final String ATTACHMENTS = "kubectl get volumeattachments";
    private static final Pattern FAILED = Pattern.compile("restarting failed container=(\\S+) ");
    /** A program may say of itself that it pulls something. */
    private static final String PULL = "^(?:(?:Image|Err)(?:(?!Pull)\\w)*+Pull\\w*+|Failed: Failed to pull|BackOff: Back-off pull)\\b.*";
    private static final String DOCTOR = "tessera doctor --node {node}";
    /** A container's own command may be of the toolkit, too: only a sandbox or an absolute path tells of the runtime. */
    private static final String TOOLKIT_RUN = "(?:^FailedCreatePodSandBox\\b.{0,4000}?exec: \"?|fork/exec (?=/))"
            + "([^\\s\":]{0,200}?nvidia-c(?:ontainer-runtime|tk)[\\w.-]*)\"?: ";

    /**
     * A message pattern with the reason it tells.
     *
     * @param reason  by the groups of the pattern, and the pod
     * @param command shows more, with places for what is the pod's
     */
    private record KubeletMessagePattern(Pattern pattern, String command,
            BiFunction<IntFunction<String>, PodSummary, KubeletReason> reason) {

        KubeletMessagePattern(String said, String command,
                BiFunction<IntFunction<String>, PodSummary, KubeletReason> reason) {
            this(PodFailureMessagePatterns.pattern(said), command, reason);
        }

        Optional<KubeletMessageExplanation> explain(String said, PodSummary pod) {
            return pattern.matcher(said).results().findFirst()
                    .map(found -> new KubeletMessageExplanation(
                            reason.apply(group -> Objects.requireNonNullElse(found.group(group), ""), pod),
                            fillCommand(command, pod)));
        }
    }

    private static final List<KubeletMessagePattern> PATTERNS = List.of(
            new KubeletMessagePattern("<configmap-absent>", CONFIG,
                    (group, pod) -> new MissingConfigMap(group.apply(1), pod.namespace())),
            new KubeletMessagePattern("<secret-absent>", "kubectl -n {namespace} get secrets",
                    (group, pod) -> new MissingSecret(group.apply(1), pod.namespace())),
            new KubeletMessagePattern("<key-absent>", "kubectl -n {namespace} get configmaps,secrets",
                    (group, _) -> new MissingConfigKey(group.apply(1), group.apply(2), group.apply(3))),
            new KubeletMessagePattern("<mounted-key-absent>", EVENTS,
                    (group, _) -> new MissingVolumeKey(group.apply(1), group.apply(2))),
            new KubeletMessagePattern("no runtime for \"?([\\w.-]+)\"? is configured", DOCTOR,
                    (group, pod) -> new UnknownRuntimeHandler(pod.node(), group.apply(1))),
            new KubeletMessagePattern(TOOLKIT_RUN + "(?:no such file or directory|executable file not found)", DOCTOR,
                    (group, pod) -> new MissingToolkitBinary(pod.node(), group.apply(1))),
            new KubeletMessagePattern(TOOLKIT_RUN + "permission denied", DOCTOR,
                    (group, pod) -> new ToolkitBinaryNotExecutable(pod.node(), group.apply(1))),
            new KubeletMessagePattern(
                    "plugin type=\"([^\"]++)\".{0,200}? failed \\(add\\)|failed to setup network for sandbox",
                    "kubectl get pods -A -o wide --field-selector spec.nodeName={node}",
                    (_, pod) -> new PodNetworkFailed(pod.node())),
            new KubeletMessagePattern("FailedCreatePodSandBox", DOCTOR, (_, pod) -> new PodSandboxFailed(pod.node())),
            new KubeletMessagePattern("Multi-Attach error for volume \"([^\"]+)\"", ATTACHMENTS,
                    (group, _) -> new VolumeAttachedElsewhere(group.apply(1))),
            new KubeletMessagePattern("AttachVolume\\.\\w+ failed for volume \"([^\"]+)\"", ATTACHMENTS,
                    (group, pod) -> new VolumeAttachFailed(group.apply(1), pod.node())),
            new KubeletMessagePattern("hostPath type check failed: (\\S+) is not an? ([\\w ]+)", EVENTS,
                    (group, pod) -> new MissingHostPath(group.apply(1), group.apply(2), pod.node())),
            new KubeletMessagePattern("MountVolume\\.\\w+ failed for volume \"([^\"]+)\"", EVENTS,
                    (group, pod) -> new VolumeMountFailed(group.apply(1), pod.node())),
            new KubeletMessagePattern("attach or mount volumes: unmounted volumes=\\[([^\\[\\]]*+)\\]", EVENTS,
                    (group, pod) -> new VolumeMountTimeout(group.apply(1), pod.node())),
            new KubeletMessagePattern("<claim-unprepared>", DOCTOR, (_, pod) -> new ClaimPreparationFailed(pod.node())),
            new KubeletMessagePattern(PULL + "<rate-limit>", EVENTS, (_, _) -> new ImagePullRateLimited()),
            new KubeletMessagePattern(PULL + "<registry-unreached>", EVENTS,
                    (_, pod) -> new ImageRegistryUnreachable(pod.node())),
            new KubeletMessagePattern(PULL + "<registry-refuses>", EVENTS, (_, _) -> new ImagePullDenied()),
            new KubeletMessagePattern(PULL + "<image-absent>", EVENTS, (_, _) -> new ImageNotFound()),
            new KubeletMessagePattern(PULL + "no match for platform", EVENTS,
                    (_, pod) -> new ImageArchitectureMismatch(pod.node())),
            new KubeletMessagePattern("OOMKilled", EVENTS, (_, _) -> new ContainerMemoryExceeded()),
            new KubeletMessagePattern("<program-absent>", EVENTS, (group, _) -> new MissingExecutable(group.apply(1))),
            new KubeletMessagePattern("StartError|RunContainerError|ContainerCannotRun", DOCTOR,
                    (_, pod) -> new ContainerStartFailed(pod.node())),
            new KubeletMessagePattern("ContainerStatusUnknown", DOCTOR, (_, _) -> new ContainerExitUnknown()),
            new KubeletMessagePattern(ContainerExitNotation.PATTERN, LOG,
                    (group, _) -> ContainerExit.reasonOf(Integer.parseInt(group.apply(1)))),
            new KubeletMessagePattern("InvalidImageName", EVENTS, (_, _) -> new InvalidImageReference()));

    private KubeletMessageExplainer() {}

    /**
     * The explanation of a kubelet's message.
     *
     * @param command shows more
     */
    record KubeletMessageExplanation(KubeletReason reason, String command) {

        String text() {
            return reason.text();
        }

        SchedulingRemedy remedy() {
            return new SchedulingRemedy(reason.remedyText(), command, new SchedulingRemedyChange.WaitAction());
        }
    }

    /** Returns the explanation of the pod's status message; empty where it is not known. */
    static Optional<KubeletMessageExplanation> explainStatus(PodSummary pod) {
        return explain(pod.reason() + ": " + pod.message(), pod);
    }

    /** Returns the explanation of a message about the pod; empty where it is not known. */
    static Optional<KubeletMessageExplanation> explain(String said, PodSummary pod) {
        return PATTERNS.stream().flatMap(pattern -> pattern.explain(said, pod).stream()).findFirst();
    }

    /** Returns the kubectl logs options for the container that failed, and for its previous run. */
    private static String logOptions(String message) {
        var failed = FAILED.matcher(message);
        return failed.find() ? ShellWordQuoter.fillCommand(" -c %s --previous", failed.group(1)) : " --all-containers";
    }

    private static String fillCommand(String command, PodSummary pod) {
        return command.replace("{namespace}", ShellWordQuoter.quote(pod.namespace()))
                .replace("{name}", ShellWordQuoter.quote(pod.name()))
                .replace("{node}", ShellWordQuoter.quote(pod.node())).replace("{container}", logOptions(pod.message()));
    }
}
