package tessera.plan.operator;

import java.util.Optional;
import java.util.regex.Pattern;
import tessera.model.Counted;
import tessera.model.Quantity;
import tessera.plan.step.Access;
import tessera.plan.survey.Admission;
import tessera.plan.survey.Admission.Quota;

/** Looks whether one may install a stack, and whether the quotas of its namespace let its pods in. */
record AdmissionChecks(Admission admission) {

    private static final String RIGHTS = "Your rights";
    private static final String QUOTAS = "Quotas of the namespace";
    private static final String USERS = "User namespaces";
    private static final String CRITICAL = "system-node-critical";
    /** Driver, toolkit, validator, device plugin, feature discovery of GPUs and of the node, exporter, MIG manager. */
    private static final int PARTS = 8;
    private static final Pattern DEMANDING = Pattern.compile("((requests|limits)[.])?(cpu|memory)");

    Check rights() {
        var refused = admission.refused().stream().map(Access::words).toList();
        return refused.isEmpty()
                ? Check.pass(RIGHTS, "you may make definitions of kinds, cluster roles and what the namespace takes")
                : Check.fail(RIGHTS, "you may not " + Preflight.some(refused), "Have somebody install it who may");
    }

    /** Containers whose users are not the host's are given no GPUs. */
    Check users() {
        var apart = admission.apart();
        if (apart.gap().isPresent()) {
            return Check.unknown(USERS, apart.gap().get().headline(), "Look for pods with hostUsers: false");
        }
        if (!apart.pods().isEmpty()) {
            return Check.warn(USERS, "%s %s for GPUs with hostUsers: false, and will not start with any".formatted(
                    Preflight.some(apart.pods()), apart.pods().size() == 1 ? "asks" : "ask"),
                    "Take hostUsers: false from them: user namespaces are not supported with GPUs");
        }
        return apart.all() ? Check.pass(USERS, "no pod asks for GPUs with hostUsers: false")
                : Check.unknown(USERS, "there are too many pods to look at all of them",
                        "Look for pods with hostUsers: false");
    }

    /** @param nodes how many have GPUs, and so pods of the stack */
    Check quotas(boolean google, long nodes) {
        if (admission.gap().isPresent()) {
            return Check.unknown(QUOTAS, admission.gap().get().headline(), "See with “kubectl get resourcequotas”");
        }
        var critical = admission.quotas().stream().filter(AdmissionChecks::critical).toList();
        if (google && critical.stream().noneMatch(quota -> quota.priorities().contains(CRITICAL))) {
            return Check.warn(QUOTAS,
                    "none is about the priority class " + CRITICAL + ", and GKE lets no such pod in without",
                    "Make a ResourceQuota whose scopeSelector is PriorityClass In [system-node-critical, system-cluster-critical]");
        }
        for (var quota : critical) {
            var found = full(quota, nodes).or(() -> demanding(quota));
            if (found.isPresent()) {
                return found.get();
            }
        }
        return Check.pass(QUOTAS, critical.isEmpty() ? "none holds for the stack’s pods"
                : Preflight.some(critical.stream().map(Quota::name).toList()) + " leaves room");
    }

    private static boolean critical(Quota quota) {
        return !quota.scoped() || quota.priorities().contains(CRITICAL);
    }

    private static Optional<Check> full(Quota quota, long nodes) {
        long left = Math.min(left(quota, "pods"), left(quota, "count/pods"));
        if (left >= nodes * PARTS) {
            return Optional.empty();
        }
        var remedy = "The stack has up to %d pods on each node with GPUs: raise it".formatted(PARTS);
        return Optional.of(left <= 0
                ? Check.fail(QUOTAS, "the quota " + quota.name() + " lets no further pod in", remedy)
                : Check.warn(QUOTAS, "the quota %s leaves %s".formatted(quota.name(), Counted.of(left, "pod")),
                        remedy));
    }

    private static long left(Quota quota, String key) {
        var hard = Quantity.units(quota.hard().getOrDefault(key, ""));
        var used = Quantity.units(quota.used().getOrDefault(key, ""));
        return hard.isEmpty() || used.isEmpty() ? Long.MAX_VALUE : hard.getAsLong() - used.getAsLong();
    }

    /** A quota of processors or memory keeps pods out that ask for none in so many words. */
    private static Optional<Check> demanding(Quota quota) {
        var keys = quota.hard().keySet().stream().filter(key -> DEMANDING.matcher(key).matches()).sorted().toList();
        return keys.isEmpty() ? Optional.empty()
                : Optional.of(Check.warn(QUOTAS, "the quota %s counts %s, and lets no pod in that does not name it"
                        .formatted(quota.name(), Preflight.some(keys)),
                        "Give the namespace a LimitRange with defaults for them, or take the quota away"));
    }
}
