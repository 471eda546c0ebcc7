package tessera.cluster.helm;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.TreeSet;
import java.util.stream.Stream;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.object.SelfSubjectAccessReviewClient;
import tessera.cluster.object.StringMapReader;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.model.RequiredPermission;
import tessera.plan.context.GpuStackInstallPreconditions;
import tessera.plan.context.GpuStackInstallPreconditions.HostUsersFalsePods;
import tessera.plan.context.GpuStackInstallPreconditions.InstallNamespaceQuota;
import tessera.text.MessageCatalog;

/** Reader of the permissions and quotas that decide whether a stack may be installed in a namespace. Waits for the server. */
final class StackInstallPermissionReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(StackInstallPermissionReader.class);
    private static final String USERS = "hostUsers";
    private static final String VENDOR = "nvidia.com/";
    private static final String ROLES = "rbac.authorization.k8s.io";

    private final ApiObjectReader objects;
    private final SelfSubjectAccessReviewClient reviews;

    StackInstallPermissionReader(ApiTransportSupplier transportSupplier) {
        objects = new ApiObjectReader(transportSupplier);
        reviews = new SelfSubjectAccessReviewClient(transportSupplier);
    }

    /** @param there whether there is such a namespace */
    GpuStackInstallPreconditions readAdmission(String namespace, boolean there)
            throws ProblemException, InterruptedException {
        var refused = new ArrayList<RequiredPermission>();
        for (var permission : neededAccess(namespace, there)) {
            if (!reviews.reviewAccess(permission).allowed()) {
                refused.add(permission);
            }
        }
        var quotas = new ArrayList<InstallNamespaceQuota>();
        var problem = Optional.<Problem>empty();
        try {
            for (var quota : objects.listAll(
                    "/api/v1/namespaces/" + ApiPathBuilder.encode(namespace) + "/resourcequotas?limit=500",
                    MESSAGES.text("list.quotas", namespace))) {
                quotas.add(quotaOf(quota));
            }
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            problem = Optional.of(problemException.problem());
        }
        return new GpuStackInstallPreconditions(refused, quotas, problem, podsInUserNamespaces());
    }

    private HostUsersFalsePods podsInUserNamespaces() throws ProblemException, InterruptedException {
        var pods = new ArrayList<String>();
        try {
            boolean all = objects.forEachItem("/api/v1/pods?limit=500", "list pods", pod -> {
                if (pod.path("spec").has(USERS) && !pod.path("spec").path(USERS).asBoolean() && hasGpuLimit(pod)) {
                    pods.add(pod.at("/metadata/namespace").asText() + "/" + pod.at("/metadata/name").asText());
                }
            });
            return new HostUsersFalsePods(pods, all, Optional.empty());
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            return new HostUsersFalsePods(List.of(), false, Optional.of(problemException.problem()));
        }
    }

    private static boolean hasGpuLimit(JsonNode pod) {
        return Stream.of("initContainers", "containers").flatMap(kind -> pod.path("spec").path(kind).valueStream())
                .flatMap(container -> container.at("/resources/limits").propertyStream())
                .anyMatch(limit -> limit.getKey().startsWith(VENDOR) && !limit.getValue().asText().equals("0"));
    }

    private static List<RequiredPermission> neededAccess(String namespace, boolean there) {
        return List.of(
                new RequiredPermission("create", "apiextensions.k8s.io", "customresourcedefinitions", "", "", ""),
                new RequiredPermission("create", ROLES, "clusterroles", "", "", ""),
                new RequiredPermission("create", ROLES, "clusterrolebindings", "", "", ""),
                there ? new RequiredPermission("patch", "", "namespaces", "", "", namespace)
                        : new RequiredPermission("create", "", "namespaces", "", "", ""),
                new RequiredPermission("create", "", "secrets", "", namespace, ""),
                new RequiredPermission("create", "apps", "deployments", "", namespace, ""));
    }

    private static InstallNamespaceQuota quotaOf(JsonNode quota) {
        var spec = quota.path("spec");
        var priorities = new TreeSet<String>();
        for (var term : spec.at("/scopeSelector/matchExpressions")) {
            if (term.path("scopeName").asText().equals("PriorityClass")) {
                for (var value : term.path("values")) {
                    priorities.add(value.asText());
                }
            }
        }
        boolean scoped = !spec.path("scopes").isEmpty() || !spec.at("/scopeSelector/matchExpressions").isEmpty();
        return new InstallNamespaceQuota(quota.at("/metadata/name").asText(), priorities, scoped,
                StringMapReader.readMap(spec.path("hard")), StringMapReader.readMap(quota.at("/status/used")));
    }
}
