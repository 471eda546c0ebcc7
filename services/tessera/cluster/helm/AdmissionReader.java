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
import tessera.plan.context.NamespaceAdmission.UserNamespacePods;
import tessera.plan.step.StepAccess;

/** Reader of the permissions and quotas that decide whether a stack may be installed in a namespace. Waits for the server. */
final class AdmissionReader {

    private static final String USERS = "hostUsers";
    private static final String VENDOR = "nvidia.com/";
    private static final String ROLES = "rbac.authorization.k8s.io";

    private final ObjectLists objects;
    private final AccessReviews reviews;

    AdmissionReader(ServerRoute route) {
        objects = new ObjectLists(route);
        reviews = new AccessReviews(route);
    }

    /** @param there whether there is such a namespace */
    NamespaceAdmission readAdmission(String namespace, boolean there) throws Failure, InterruptedException {
        var refused = new ArrayList<StepAccess>();
        for (var access : neededAccess(namespace, there)) {
            if (!reviews.reviewAccess(access).allowed()) {
                refused.add(access);
            }
        }
        var quotas = new ArrayList<AdmissionQuota>();
        var problem = Optional.<Problem>empty();
        try {
            for (var quota : objects.listAll("/api/v1/namespaces/" + ApiPaths.encode(namespace)
                    + "/resourcequotas?limit=500", "list the quotas of " + namespace)) {
                quotas.add(quotaOf(quota));
            }
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            problem = Optional.of(failure.problem());
        }
        return new NamespaceAdmission(refused, quotas, problem, podsInUserNamespaces());
    }

    private UserNamespacePods podsInUserNamespaces() throws Failure, InterruptedException {
        var pods = new ArrayList<String>();
        try {
            boolean all = objects.forEachItem("/api/v1/pods?limit=500", "list pods", pod -> {
                if (pod.path("spec").has(USERS) && !pod.path("spec").path(USERS).asBoolean() && hasGpuLimit(pod)) {
                    pods.add(pod.at("/metadata/namespace").asText() + "/" + pod.at("/metadata/name").asText());
                }
            });
            return new UserNamespacePods(pods, all, Optional.empty());
        } catch (Failure failure) {
            if (failure.problem().kind() != ProblemKind.FORBIDDEN) {
                throw failure;
            }
            return new UserNamespacePods(List.of(), false, Optional.of(failure.problem()));
        }
    }

    private static boolean hasGpuLimit(JsonNode pod) {
        return Stream.of("initContainers", "containers").flatMap(kind -> pod.path("spec").path(kind).valueStream())
                .flatMap(container -> container.at("/resources/limits").propertyStream())
                .anyMatch(limit -> limit.getKey().startsWith(VENDOR) && !limit.getValue().asText().equals("0"));
    }

    private static List<StepAccess> neededAccess(String namespace, boolean there) {
        return List.of(
                new StepAccess("create", "apiextensions.k8s.io", "customresourcedefinitions", "", "", ""),
                new StepAccess("create", ROLES, "clusterroles", "", "", ""),
                new StepAccess("create", ROLES, "clusterrolebindings", "", "", ""),
                there ? new StepAccess("patch", "", "namespaces", "", "", namespace)
                        : new StepAccess("create", "", "namespaces", "", "", ""),
                new StepAccess("create", "", "secrets", "", namespace, ""),
                new StepAccess("create", "apps", "deployments", "", namespace, ""));
    }

    private static AdmissionQuota quotaOf(JsonNode quota) {
        var spec = quota.path("spec");
        var priorities = new TreeSet<String>();
        spec.at("/scopeSelector/matchExpressions").forEach(term -> {
            if (term.path("scopeName").asText().equals("PriorityClass")) {
                term.path("values").forEach(value -> priorities.add(value.asText()));
            }
        });
        boolean scoped = !spec.path("scopes").isEmpty() || !spec.at("/scopeSelector/matchExpressions").isEmpty();
        return new AdmissionQuota(quota.at("/metadata/name").asText(), priorities, scoped,
                TextMaps.readMap(spec.path("hard")),
                TextMaps.readMap(quota.at("/status/used")));
    }
}
