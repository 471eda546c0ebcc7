package tessera.plan.operator;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.QuotaHeadroomCalculator;
import tessera.model.CountedNounFormatter;
import tessera.model.RequiredPermission;
import tessera.model.WordListJoiner;
import tessera.plan.context.GpuStackInstallPreconditions;
import tessera.plan.context.GpuStackInstallPreconditions.InstallNamespaceQuota;

/** Checks the permissions and quotas for an installation. */
record GpuStackInstallPermissionChecks(GpuStackInstallPreconditions admission) {

    private static final String RIGHTS = "Your rights";
    private static final String QUOTAS = "Quotas of the namespace";
    private static final String USERS = "User namespaces";
    private static final String CRITICAL = "system-node-critical";
    /** Driver, toolkit, validator, device plugin, feature discovery of GPUs and of the node, exporter, MIG manager. */
    private static final int PARTS = 8;
    private static final Pattern DEMANDING = Pattern.compile("((requests|limits)[.])?(cpu|memory)");

    GpuStackPreflightCheckResult checkPermissions() {
        var refused = admission.missingAccess().stream().map(RequiredPermission::accessText).toList();
        if (refused.isEmpty()) {
            return GpuStackPreflightCheckResult.pass(RIGHTS,
                    "you may make definitions of kinds, cluster roles and what the namespace takes");
        }
        return GpuStackPreflightCheckResult.fail(RIGHTS,
                "you may not " + WordListJoiner.firstWords(refused, GpuStackPreflightCheckResult.NAMED),
                "Have somebody install it who may");
    }

    /** Checks for pods that request GPUs in a user namespace, which are given none. */
    GpuStackPreflightCheckResult checkUserNamespaces() {
        var hostUsersPods = admission.userNamespacePods();
        if (hostUsersPods.problem().isPresent()) {
            return GpuStackPreflightCheckResult.unknown(USERS, hostUsersPods.problem().get().headline(),
                    "Look for pods with hostUsers: false");
        }
        if (!hostUsersPods.pods().isEmpty()) {
            return GpuStackPreflightCheckResult.warn(USERS,
                    "%s %s for GPUs with hostUsers: false, and will not start with any".formatted(
                            WordListJoiner.firstWords(hostUsersPods.pods(), GpuStackPreflightCheckResult.NAMED),
                            hostUsersPods.pods().size() == 1 ? "asks" : "ask"),
                    "Take hostUsers: false from them: user namespaces are not supported with GPUs");
        }
        if (hostUsersPods.complete()) {
            return GpuStackPreflightCheckResult.pass(USERS, "no pod asks for GPUs with hostUsers: false");
        }
        return GpuStackPreflightCheckResult.unknown(USERS, "there are too many pods to look at all of them",
                "Look for pods with hostUsers: false");
    }

    /** @param nodes how many have GPUs, and so pods of the stack */
    GpuStackPreflightCheckResult checkQuotas(boolean google, long nodes) {
        if (admission.quotaProblem().isPresent()) {
            return GpuStackPreflightCheckResult.unknown(QUOTAS, admission.quotaProblem().get().headline(),
                    "See with “kubectl get resourcequotas”");
        }
        var critical = admission.quotas().stream().filter(GpuStackInstallPermissionChecks::countsCriticalPods).toList();
        if (google && critical.stream().noneMatch(quota -> quota.priorities().contains(CRITICAL))) {
            return GpuStackPreflightCheckResult.warn(QUOTAS,
                    "none is about the priority class " + CRITICAL + ", and GKE lets no such pod in without",
                    "Make a ResourceQuota whose scopeSelector is PriorityClass In [system-node-critical, system-cluster-critical]");
        }
        for (var quota : critical) {
            var found = checkPodCount(quota, nodes).or(() -> checkComputeQuota(quota));
            if (found.isPresent()) {
                return found.get();
            }
        }
        return GpuStackPreflightCheckResult.pass(QUOTAS, critical.isEmpty() ? "none holds for the stack’s pods"
                : WordListJoiner.firstWords(critical.stream().map(InstallNamespaceQuota::name).toList(),
                        GpuStackPreflightCheckResult.NAMED)
                        + " leaves room");
    }

    private static boolean countsCriticalPods(InstallNamespaceQuota quota) {
        return !quota.scoped() || quota.priorities().contains(CRITICAL);
    }

    private static Optional<GpuStackPreflightCheckResult> checkPodCount(InstallNamespaceQuota quota, long nodes) {
        long remaining = Math.min(remainingAmount(quota, "pods"), remainingAmount(quota, "count/pods"));
        if (remaining >= nodes * PARTS) {
            return Optional.empty();
        }
        var remedy = "The stack has up to %d pods on each node with GPUs: raise it".formatted(PARTS);
        return Optional.of(remaining == 0
                ? GpuStackPreflightCheckResult.fail(QUOTAS, "the quota " + quota.name() + " lets no further pod in",
                        remedy)
                : GpuStackPreflightCheckResult.warn(QUOTAS,
                        "the quota %s leaves %s".formatted(quota.name(),
                                CountedNounFormatter.countText(remaining, "pod")),
                        remedy));
    }

    private static long remainingAmount(InstallNamespaceQuota quota, String key) {
        var hard = QuantityParser.parseUnits(quota.hard().getOrDefault(key, ""));
        var used = QuantityParser.parseUnits(quota.used().getOrDefault(key, ""));
        if (hard.isEmpty() || used.isEmpty()) {
            return Long.MAX_VALUE;
        }
        return QuotaHeadroomCalculator.remaining(hard.getAsLong(), used.getAsLong());
    }

    /** Checks for a quota of CPU or memory, which rejects pods without requests of it. */
    private static Optional<GpuStackPreflightCheckResult> checkComputeQuota(InstallNamespaceQuota quota) {
        var keys = quota.hard().keySet().stream().filter(key -> DEMANDING.matcher(key).matches()).sorted().toList();
        if (keys.isEmpty()) {
            return Optional.empty();
        }
        return Optional.of(GpuStackPreflightCheckResult.warn(QUOTAS,
                "the quota %s counts %s, and lets no pod in that does not name it"
                        .formatted(quota.name(), WordListJoiner.firstWords(keys, GpuStackPreflightCheckResult.NAMED)),
                "Give the namespace a LimitRange with defaults for them, or take the quota away"));
    }
}
