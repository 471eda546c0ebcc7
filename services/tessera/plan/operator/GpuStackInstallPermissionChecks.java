package tessera.plan.operator;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.kube.quantity.QuantityParser;
import tessera.kube.quota.QuotaHeadroomCalculator;
import tessera.model.RequiredPermission;
import tessera.plan.context.GpuStackInstallPreconditions;
import tessera.plan.context.GpuStackInstallPreconditions.InstallNamespaceQuota;

import static tessera.plan.operator.GpuStackPreflightCheckResult.fail;
import static tessera.plan.operator.GpuStackPreflightCheckResult.pass;
import static tessera.plan.operator.GpuStackPreflightCheckResult.unknown;
import static tessera.plan.operator.GpuStackPreflightCheckResult.warn;

/** Checks the permissions and quotas for an installation. */
record GpuStackInstallPermissionChecks(GpuStackInstallPreconditions admission) {

    private static final GpuStackPreflightCheck QUOTAS = GpuStackPreflightCheck.QUOTAS;
    private static final String CRITICAL = "system-node-critical";
    /** Driver, toolkit, validator, device plugin, feature discovery of GPUs and of the node, exporter, MIG manager. */
    private static final int PARTS = 8;
    private static final Pattern DEMANDING = Pattern.compile("((requests|limits)[.])?(cpu|memory)");

    GpuStackPreflightCheckResult checkPermissions() {
        var check = GpuStackPreflightCheck.PERMISSIONS;
        var refused = admission.missingAccess().stream().map(RequiredPermission::accessText).toList();
        return refused.isEmpty() ? pass(check, new PreflightReason.InstallPermitted())
                : fail(check, new PreflightReason.InstallForbidden(refused));
    }

    /** Checks for pods that request GPUs in a user namespace, which are given none. */
    GpuStackPreflightCheckResult checkUserNamespaces() {
        var check = GpuStackPreflightCheck.USER_NAMESPACES;
        var hostUsersPods = admission.userNamespacePods();
        if (hostUsersPods.problem().isPresent()) {
            return unknown(check, new PreflightReason.UserNamespacesUnknown(hostUsersPods.problem().get().reason()));
        }
        if (!hostUsersPods.pods().isEmpty()) {
            return warn(check, new PreflightReason.UserNamespacePods(hostUsersPods.pods()));
        }
        return hostUsersPods.complete() ? pass(check, new PreflightReason.NoUserNamespacePods())
                : unknown(check, new PreflightReason.TooManyPodsToCheck());
    }

    /** @param nodes how many have GPUs, and so pods of the stack */
    GpuStackPreflightCheckResult checkQuotas(boolean google, long nodes) {
        if (admission.quotaProblem().isPresent()) {
            return unknown(QUOTAS, new PreflightReason.InstallQuotasUnknown(admission.quotaProblem().get().reason()));
        }
        var critical = admission.quotas().stream().filter(GpuStackInstallPermissionChecks::countsCriticalPods).toList();
        if (google && critical.stream().noneMatch(quota -> quota.priorities().contains(CRITICAL))) {
            return warn(QUOTAS, new PreflightReason.CriticalPodQuotaMissing());
        }
        for (var quota : critical) {
            var found = checkPodCount(quota, nodes).or(() -> checkComputeQuota(quota));
            if (found.isPresent()) {
                return found.get();
            }
        }
        return pass(QUOTAS, critical.isEmpty() ? new PreflightReason.NoQuotaApplies()
                : new PreflightReason.QuotasSufficient(critical.stream().map(InstallNamespaceQuota::name).toList()));
    }

    private static boolean countsCriticalPods(InstallNamespaceQuota quota) {
        return !quota.scoped() || quota.priorities().contains(CRITICAL);
    }

    private static Optional<GpuStackPreflightCheckResult> checkPodCount(InstallNamespaceQuota quota, long nodes) {
        long remaining = Math.min(remainingAmount(quota, "pods"), remainingAmount(quota, "count/pods"));
        if (remaining >= nodes * PARTS) {
            return Optional.empty();
        }
        var reason = new PreflightReason.PodQuotaTooSmall(quota.name(), remaining, PARTS);
        return Optional.of(remaining == 0 ? fail(QUOTAS, reason) : warn(QUOTAS, reason));
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
        return Optional.of(warn(QUOTAS, new PreflightReason.QuotaRequiresRequests(quota.name(), keys)));
    }
}
