package tessera.scheduling;

import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import tessera.model.PodFailureMessagePatterns;
import tessera.model.PodSummary;
import tessera.model.ShellWordQuoter;

/** Explains messages of kubelets about pods that do not start, with remedies. */
final class KubeletMessageExplainer {

    private static final String CONFIG = "kubectl -n {namespace} get configmaps";
    private static final String EVENTS = "tessera doctor --pod {namespace}/{name}";
    private static final String LOG = "tessera logs {namespace}/{name}{container} --tail=50";
    private static final Pattern FAILED = Pattern.compile("restarting failed container=(\\S+) ");
    /** A program may write of such codes, too. */
    private static final String EXIT = "(?:last ended with [^,]{0,80}, |(?:: |; )(?=exit code \\d{1,3}$))exit code (\\d{1,3})\\b";
    /** A program may say of itself that it pulls something. */
    private static final String PULL = "^(?:(?:Image|Err)(?:(?!Pull)\\w)*+Pull\\w*+|Failed: Failed to pull|BackOff: Back-off pull)\\b.*";
    private static final String DOCTOR = "tessera doctor --node {node}";
    /** A container's own command may be of the toolkit, too: only a sandbox or an absolute path tells of the runtime. */
    private static final String TOOLKIT_RUN = "(?:^FailedCreatePodSandBox\\b.{0,4000}?exec: \"?|fork/exec (?=/))"
            + "([^\\s\":]{0,200}?nvidia-c(?:ontainer-runtime|tk)[\\w.-]*)\"?: ";

    /**
     * A message pattern with its explanation.
     *
     * @param text   with places for what it names, by number, and for what is the pod's
     * @param remedyText   what would help, with such places
     * @param command shows more, with such places
     */
    private record KubeletMessagePattern(Pattern pattern, String text, String remedyText, String command) {

        KubeletMessagePattern(String said, String words, String helps, String command) {
            this(PodFailureMessagePatterns.pattern(said), words, helps, command);
        }
    }

    private static final List<KubeletMessagePattern> PHRASES = List.of(
            new KubeletMessagePattern("<configmap-absent>", "there is no ConfigMap {1} in {namespace}",
                    "Make the ConfigMap {1} in {namespace}, or have the pod name one that is there", CONFIG),
            new KubeletMessagePattern("<secret-absent>", "there is no Secret {1} in {namespace}",
                    "Make the Secret {1} in {namespace}, or have the pod name one that is there",
                    "kubectl -n {namespace} get secrets"),
            new KubeletMessagePattern("<key-absent>", "the {2} {3} has no key {1}",
                    "Add the key {1} to the {2}, or have the pod name a key that is there",
                    "kubectl -n {namespace} get configmaps,secrets"),
            new KubeletMessagePattern("<mounted-key-absent>",
                    "what it mounts as the volume {1} has no key {2}",
                    "Add the key {2}, or have the volume {1} name a key that is there", EVENTS),
            new KubeletMessagePattern("no runtime for \"?([\\w.-]+)\"? is configured",
                    "the container runtime of {node} knows no runtime {1}, as the container toolkit sets one up",
                    "Check the container-toolkit pod of {node}", DOCTOR),
            new KubeletMessagePattern(TOOLKIT_RUN + "(?:no such file or directory|executable file not found)",
                    "the container runtime of {node} is configured to run {1}, which does not exist",
                    "Check the container-toolkit pod of {node}: it writes the runtime’s configuration, and puts that file there",
                    DOCTOR),
            new KubeletMessagePattern(TOOLKIT_RUN + "permission denied",
                    "the container runtime of {node} is configured to run {1}, which cannot be executed",
                    "On {node}, check the mode of that file, and that it is not on a file system mounted noexec",
                    DOCTOR),
            new KubeletMessagePattern(
                    "plugin type=\"([^\"]++)\".{0,200}? failed \\(add\\)|failed to setup network for sandbox",
                    "the network plugin of {node} gives it no address",
                    "Look at the pods of the network plugin on {node}",
                    "kubectl get pods -A -o wide --field-selector spec.nodeName={node}"),
            new KubeletMessagePattern("FailedCreatePodSandBox",
                    "the container runtime of {node} cannot make its sandbox",
                    "Look after the container runtime and the network plugin of {node}", DOCTOR),
            new KubeletMessagePattern("Multi-Attach error for volume \"([^\"]+)\"",
                    "its volume {1} is still attached to another node, and only one node may have it at a time",
                    "End the pod that has the volume on the other node, or wait until it is detached there; "
                            + "for several nodes a claim wants ReadWriteMany",
                    "kubectl get volumeattachments"),
            new KubeletMessagePattern("AttachVolume\\.\\w+ failed for volume \"([^\"]+)\"",
                    "its volume {1} cannot be attached to {node}",
                    "Read why, and look at the driver of the volume on {node}", "kubectl get volumeattachments"),
            new KubeletMessagePattern("hostPath type check failed: (\\S+) is not an? ([\\w ]+)",
                    "{node} has no {2} {1}, which it mounts from there (hostPath)",
                    "Make it on {node}, or have the pod mount what is there", EVENTS),
            new KubeletMessagePattern("MountVolume\\.\\w+ failed for volume \"([^\"]+)\"",
                    "its volume {1} cannot be mounted on {node}",
                    "Read why, and look at the claim and the driver of the volume", EVENTS),
            new KubeletMessagePattern("attach or mount volumes: unmounted volumes=\\[([^\\[\\]]*+)\\]",
                    "its volume {1} was not ready on {node} in time",
                    "Look at the claim, and whether a pod of another node still has the volume", EVENTS),
            new KubeletMessagePattern("<claim-unprepared>",
                    "the DRA driver of {node} does not get ready the devices that it claims",
                    "Look at the driver’s kubelet plugin on {node}", DOCTOR),
            new KubeletMessagePattern(PULL + "<rate-limit>",
                    "the registry allows no more pulls for now (rate limit)",
                    "Wait, or give the pod a pull secret of an account with a higher limit (imagePullSecrets)", EVENTS),
            new KubeletMessagePattern(PULL + "<registry-unreached>",
                    "{node} does not reach the registry", "Look at name service, proxy and firewall of {node}", EVENTS),
            new KubeletMessagePattern(PULL + "<registry-refuses>",
                    "the registry does not let it have the image",
                    "Check the name of the image, and give the pod a pull secret of that registry (imagePullSecrets)",
                    EVENTS),
            new KubeletMessagePattern(PULL + "<image-absent>", "the registry has no such image",
                    "Correct the name or the tag of the image", EVENTS),
            new KubeletMessagePattern(PULL + "no match for platform",
                    "the image is for another architecture than {node}",
                    "Use an image that is made for the architecture of {node} too", EVENTS),
            new KubeletMessagePattern("OOMKilled",
                    "a container used more memory than it may, and was killed for it (OOMKilled)",
                    "Raise its memory limit, or have it use less; what is in its /dev/shm counts, too", EVENTS),
            new KubeletMessagePattern("<program-absent>",
                    "its image has no program {1} that may be run", "Correct its command, or the image", EVENTS),
            new KubeletMessagePattern("StartError|RunContainerError|ContainerCannotRun",
                    "the container runtime of {node} could not start it, and why it says itself",
                    "Read why: it is the container runtime or the toolkit of {node}, or the command of the container",
                    DOCTOR),
            new KubeletMessagePattern("ContainerStatusUnknown",
                    "how it ended is not known: its node was lost or started again",
                    "See whether the node is well", DOCTOR),
            new KubeletMessagePattern(EXIT, "{exit}", "Read what it wrote before it ended", LOG),
            new KubeletMessagePattern("InvalidImageName", "the name of its image is not valid",
                    "Correct the name of the image",
                    EVENTS));

    private KubeletMessageExplainer() {}

    /**
     * The explanation of a kubelet's message, with its remedy.
     *
     * @param text      as they go on behind others
     * @param remedy what would help
     */
    record KubeletMessageExplanation(String text, SchedulingRemedy remedy) {}

    /** Returns the explanation of the pod's status message; empty where it is not known. */
    static Optional<KubeletMessageExplanation> explainStatus(PodSummary pod) {
        return explain(pod.reason() + ": " + pod.message(), pod);
    }

    /** Returns the explanation of a message about the pod; empty where it is not known. */
    static Optional<KubeletMessageExplanation> explain(String said, PodSummary pod) {
        return PHRASES.stream().flatMap(phrase -> explanationByPhrase(phrase, said, pod))
                .findFirst();
    }

    private static Stream<KubeletMessageExplanation> explanationByPhrase(KubeletMessagePattern phrase, String said,
            PodSummary pod) {
        return phrase.pattern().matcher(said).results().limit(1)
                .map(found -> new KubeletMessageExplanation(fillTemplate(phrase.text(), found, pod, text -> text),
                        new SchedulingRemedy(fillTemplate(phrase.remedyText(), found, pod, text -> text),
                                fillTemplate(phrase.command(), found, pod, ShellWordQuoter::quote),
                                new SchedulingRemedyChange.WaitAction())));
    }

    /** Returns the kubectl logs options for the container that failed, and for its previous run. */
    private static String logOptions(String message) {
        var failed = FAILED.matcher(message);
        return failed.find() ? ShellWordQuoter.fillCommand(" -c %s --previous", failed.group(1)) : " --all-containers";
    }

    /** @param form of a foreign name: as it is in a sentence, quoted in a command */
    private static String fillTemplate(String text, MatchResult found, PodSummary pod, UnaryOperator<String> form) {
        var filled = text.replace("{namespace}", form.apply(pod.namespace())).replace("{name}", form.apply(pod.name()))
                .replace("{node}", form.apply(pod.node())).replace("{container}", logOptions(pod.message()));
        if (filled.contains("{exit}")) {
            filled = filled.replace("{exit}",
                    ContainerExitCodeExplainer.exitCodeText(Integer.parseInt(found.group(1))));
        }
        for (int group = 1; group <= found.groupCount(); group++) {
            filled = filled.replace("{" + group + "}",
                    form.apply(Optional.ofNullable(found.group(group)).orElse("")));
        }
        return filled;
    }

    /** Explains the exit codes of containers. */
    private static final class ContainerExitCodeExplainer {

        private static final int SIGNALS = 128;
        private static final int LAST_SIGNAL = 64;

        private ContainerExitCodeExplainer() {}

        /** Returns the meaning of an exit code as a clause that follows other text. */
        static String exitCodeText(int code) {
            return switch (code) {
                case 0 -> "its program comes to its end without an error, and is started again (restartPolicy)";
                case 126 -> "its command is there and may not be run (exit code 126)";
                case 127 -> "its image has not the command, or one that its script calls (exit code 127)";
                case 134 -> "its program gave up by itself (exit code 134, SIGABRT), as native code does on an error";
                case 137 ->
                    "it was killed (exit code 137, SIGKILL): by a process of the node or its own that was short of "
                            + "memory, or as it did not end in time when it was asked to";
                case 139 ->
                    "its program touched memory that is not its own (exit code 139, SIGSEGV), nearly always a fault "
                            + "of native code or a library that does not fit";
                case 143 ->
                    "it was asked to end and did (exit code 143, SIGTERM): by a liveness probe, or something in it";
                case 255 -> "its program ended with an error, or its node was started again meanwhile "
                        + "(exit code 255)";
                default -> code > SIGNALS && code <= SIGNALS + LAST_SIGNAL
                        ? "it was ended by the signal %d (exit code %d)".formatted(code - SIGNALS, code)
                        : "its program ended with an error (exit code %d)".formatted(code);
            };
        }
    }
}
