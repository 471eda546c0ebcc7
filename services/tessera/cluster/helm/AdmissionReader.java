package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.cluster.object.AccessReviews;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ObjectLists.ServerRoute;
import tessera.cluster.object.TextMaps;
import tessera.model.Failure;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.context.NamespaceAdmission;
import tessera.plan.context.NamespaceAdmission.AdmissionQuota;
import tessera.plan.context.NamespaceAdmission.Apart;
import tessera.plan.step.StepAccess;

/** Reads what decides whether a stack may be installed in a namespace. Waits for the server. */
final class AdmissionReader {

    private static final String USERS = "hostUsers";
    private static final String VENDOR = "nvidia.com/";
    private static final String ROLES = "rbac.authorization.k8s.io";

    private final ObjectLists objects;
    private final AccessReviews reviews;

    AdmissionReader(ServerRoute way) {
        objects = new ObjectLists(way);
        reviews = new AccessReviews(way);
    }

    /** @param there whether there is such a namespace */
    NamespaceAdmission of(String namespace, boolean there) throws Failure, InterruptedException {
        var refused = new ArrayList<StepAccess>();
        for (var access : needs(namespace, there)) {
            if (!reviews.ask(access).allowed()) {
                refused.add(access);
            }
        }
        var quotas = new ArrayList<AdmissionQuota>();
        var gap = Optional.<Problem>empty();
        try {
            for (var quota : objects.items("/api/v1/namespaces/" + ApiPaths.encode(namespace)
                    + "/resourcequotas?limit=500", "list the quotas of " + namespace)) {
                quotas.add(quota(quota));
            }
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            gap = Optional.of(failure.problem());
        }
        return new NamespaceAdmission(refused, quotas, gap, apart());
    }

    private Apart apart() throws Failure, InterruptedException {
        var pods = new ArrayList<String>();
        try {
            boolean all = objects.each("/api/v1/pods?limit=500", "list pods", pod -> {
                if (pod.path("spec").has(USERS) && !pod.path("spec").path(USERS).asBoolean() && asks(pod)) {
                    pods.add(pod.at("/metadata/namespace").asText() + "/" + pod.at("/metadata/name").asText());
                }
            });
            return new Apart(pods, all, Optional.empty());
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return new Apart(List.of(), false, Optional.of(failure.problem()));
        }
    }

    private static boolean asks(JsonNode pod) {
        return Stream.of("initContainers", "containers").flatMap(kind -> pod.path("spec").path(kind).valueStream())
                .flatMap(container -> container.at("/resources/limits").propertyStream())
                .anyMatch(limit -> limit.getKey().startsWith(VENDOR) && !limit.getValue().asText().equals("0"));
    }

    private static List<StepAccess> needs(String namespace, boolean there) {
        return List.of(
                new StepAccess("create", "apiextensions.k8s.io", "customresourcedefinitions", "", "", ""),
                new StepAccess("create", ROLES, "clusterroles", "", "", ""),
                new StepAccess("create", ROLES, "clusterrolebindings", "", "", ""),
                there ? new StepAccess("patch", "", "namespaces", "", "", namespace)
                        : new StepAccess("create", "", "namespaces", "", "", ""),
                new StepAccess("create", "", "secrets", "", namespace, ""),
                new StepAccess("create", "apps", "deployments", "", namespace, ""));
    }

    private static AdmissionQuota quota(JsonNode quota) {
        var spec = quota.path("spec");
        var priorities = new TreeSet<String>();
        spec.at("/scopeSelector/matchExpressions").forEach(term -> {
            if (term.path("scopeName").asText().equals("PriorityClass")) {
                term.path("values").forEach(value -> priorities.add(value.asText()));
            }
        });
        boolean scoped = !spec.path("scopes").isEmpty() || !spec.at("/scopeSelector/matchExpressions").isEmpty();
        return new AdmissionQuota(quota.at("/metadata/name").asText(), priorities, scoped,
                TextMaps.of(spec.path("hard")),
                TextMaps.of(quota.at("/status/used")));
    }
}
