package tessera;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

import static org.assertj.core.api.Assertions.assertThat;

/** Rules of Kubernetes that product and simulated cluster follow have one body, in {@code tessera.kube}. */
class KubernetesRulesTest {

    private static final Path KERNEL = Path.of("services/tessera/kube");

    /**
     * A rule with one body.
     *
     * @param mark   what only a body of the rule contains
     * @param others files that contain it for another reason
     */
    record KubernetesRule(String name, Pattern mark, Set<String> others) {

        static KubernetesRule of(String name, String mark, String... others) {
            return new KubernetesRule(name, Pattern.compile(mark), Set.of(others));
        }

        @Override
        public String toString() {
            return name;
        }
    }

    static List<KubernetesRule> rules() {
        return List.of(KubernetesRule.of("operators of label selectors", "\"DoesNotExist\" ?->"),
                KubernetesRule.of("text of label selectors", "case \"notin\""),
                KubernetesRule.of("selector of an object", "requirementsOfExpressions\\(JsonNode"),
                KubernetesRule.of("tolerations", "!effect\\.isEmpty\\(\\) && !effect\\.equals"),
                KubernetesRule.of("topology spread", "\\.minDomains\\(\\)"),
                KubernetesRule.of("label keys of pod affinity", "\"(mis)?matchLabelKeys\""),
                // The decoder reads the condition, the formula applies it.
                KubernetesRule.of("requests during a resize", "\"PodResizePending\"", "PodDecoder.java"),
                KubernetesRule.of("sidecars", "isSidecar\\(\\w+ \\w+\\) \\{"),
                KubernetesRule.of("scopes of quotas", "case \"NotTerminating\""),
                KubernetesRule.of("names under which quotas count", "REQUESTS \\+ name"),
                KubernetesRule.of("headroom of quotas", "Math\\.max\\(0, \\w*([lL]imit|[hH]ard)\\w* - \\w*[uU]sed"),
                // Patterns of templates allow less or more than the server, as their authors chose.
                KubernetesRule.of("names", "\\[A-Za-z0-9\\]\\(\\[-A-Za-z0-9_|\\[a-z0-9\\]\\(\\[-a-z0-9\\]",
                        "WorkloadTemplateParameter.java", "ChartValueRegistryRewriter.java"),
                KubernetesRule.of("common lines of two texts", "new MyersDiff<"),
                KubernetesRule.of("strategic merge patches",
                        "\"\\$setElementOrder/|Map\\.entry\\(\"volumeMounts\", \"mountPath\"\\)"),
                KubernetesRule.of("the table of kinds", "\"kinds\\.txt\""),
                KubernetesRule.of("constraints of fields", "option\\(\"values\"\\)"
                        + "|List\\.of\\(\"(Always\", \"IfNotPresent|SCTP\", \"TCP|Recreate\", \"RollingUpdate)\""),
                KubernetesRule.of("required fields", "\"required-of-manifests\"|List\\.of\\(\"name\", \"image\"\\)"),
                KubernetesRule.of("words about refused fields",
                        "\"(Required|Unsupported|Duplicate) value\\b|supported values: "),
                KubernetesRule.of("defaults of fields", "option\\(\"default\"\\)"
                        + "|(putIfMissing\\(\\w+, |\\.put\\()\"(terminationMessagePath|successThreshold|progressDeadlineSeconds)\""),
                KubernetesRule.of("resource names",
                        "startsWith\\(\"hugepages-\"\\)|contains\\(\"kubernetes\\.io/?\"\\)|HUGE_PAGES = "),
                KubernetesRule.of("evictions", "has more than one PodDisruptionBudget"),
                KubernetesRule.of("counts and percentages", "substring\\(0, \\w+\\.length\\(\\) - 1\\)\\)\\.multiply"),
                KubernetesRule.of("requests that quotas require", "must specify %s"),
                KubernetesRule.of("exceeded quotas", "\"exceeded quota: "),
                KubernetesRule.of("bounds of LimitRanges", "max limit to request ratio"),
                KubernetesRule.of("defaults of LimitRanges", "\"LimitRanger plugin set"),
                KubernetesRule.of("rules of roles", "contains\\(\"\\*/\" \\+"),
                KubernetesRule.of("schedules of CronJobs", "\"@midnight\""),
                KubernetesRule.of("host ports that conflict", "equals\\(ANY\\)"),
                KubernetesRule.of("room for pods", "size\\(\\) (\\+ 1 > |>= )\\w*\\.?(podLimit|limit)\\b"),
                KubernetesRule.of("room kept for nominated pods", "\\.priority\\(\\) >= "),
                KubernetesRule.of("nodes that pods are pinned to", "!pinned(\\.get\\(\\))?\\.contains\\("),
                KubernetesRule.of("cordons that pods tolerate", "anyTolerates\\([\\w.()]+, Taint\\.UNSCHEDULABLE\\)",
                        // Lists judge pods that are not read whole.
                        "PodNodeBlockers.java"),
                KubernetesRule.of("volumes that suit claims", "\"incompatible accessMode\""),
                KubernetesRule.of("volumes that are free", "asText\\((\"Available\")?\\)\\.equals\\(\"Available\"\\)"),
                KubernetesRule.of("claims that wait for a pod", "equals\\(\"WaitForFirstConsumer\"\\)"),
                KubernetesRule.of("storage that nobody provisions", "\"kubernetes\\.io/no-provisioner\""),
                KubernetesRule.of("claims that a pod mounts", "\\+ \"-\" \\+ volume\\.path\\(\"name\"\\)"),
                // Tables abbreviate the modes, validation lists them.
                KubernetesRule.of("claims for one pod", "\"ReadWriteOncePod\"", "SimulatedTableCellText.java",
                        "SimulatedConfigAndRbacValidation.java"),
                KubernetesRule.of("zones of volumes", "\"failure-domain\\.beta\\.kubernetes\\.io/"),
                KubernetesRule.of("victims of preemption", "equals\\(\"PreemptionByScheduler\"\\)"),
                KubernetesRule.of("order of the scheduler's plugins", "\\bTAINT_TOLERATION\\("),
                KubernetesRule.of("pods that a budget spares", "requirements\\(\\)\\.isEmpty\\(\\) && covers"),
                KubernetesRule.of("defaults of pod-level requests", "addMissing\\(ofContainers"),
                KubernetesRule.of("taints that repel", "equals\\(\"PreferNoSchedule\"\\)"),
                KubernetesRule.of("pods that preemption spares", " reprieve\\w+\\("),
                KubernetesRule.of("preemption against budgets", "disruptionsAllowed\\(\\) - 1"),
                KubernetesRule.of("the scheduler's preemption messages", "\"not eligible due to"),
                // Words of older schedulers, which nobody says any more but clusters still have.
                KubernetesRule.of("the scheduler's reasons", "\"node\\(s\\) ", "SchedulerResultComparison.java",
                        "NodeRejectionKind.java"));
    }

    @ParameterizedTest
    @MethodSource("rules")
    void aRuleHasOneBody(KubernetesRule rule) throws IOException {
        assertThat(filesWith(rule.mark()).filter(file -> !file.startsWith(KERNEL))
                .filter(file -> !rule.others().contains(file.getFileName().toString()))).as(rule.name()).isEmpty();
    }

    @Test
    void everyMarkIsThatOfABody() throws IOException {
        var without = new TreeSet<String>();
        for (var rule : rules()) {
            if (filesWith(rule.mark()).noneMatch(file -> file.startsWith(KERNEL))) {
                without.add(rule.name());
            }
        }
        assertThat(without).isEmpty();
    }

    /** The product reads statuses, and only the simulated cluster computes them: for its first fleet as for any other. */
    @Test
    void statusesOfWorkloadsAreComputedInOnePlace() throws IOException {
        assertThat(filesWith(Pattern.compile("\"MinimumReplicasUnavailable\"|has timed out progressing"
                + "|\"CompletionsReached\"|\"numberMisscheduled\", |\"fullyLabeledReplicas\"")))
                .extracting(Path::getFileName).extracting(Path::toString)
                .containsExactly("SimulatedWorkloadStatus.java");
    }

    private static Stream<Path> filesWith(Pattern mark) throws IOException {
        var found = new TreeSet<Path>();
        for (var root : List.of("app", "views", "services")) {
            try (var files = Files.walk(Path.of(root))) {
                for (var file : files.filter(each -> each.toString().endsWith(".java")).toList()) {
                    if (mark.matcher(Files.readString(file)).find()) {
                        found.add(file);
                    }
                }
            }
        }
        return found.stream();
    }
}
