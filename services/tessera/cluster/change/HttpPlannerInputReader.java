package tessera.cluster.change;

import com.fasterxml.jackson.databind.JsonNode;
import io.fabric8.kubernetes.api.model.authentication.SelfSubjectReview;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import tessera.cluster.helm.HelmReleaseAndChartReader;
import tessera.cluster.object.ApiObjectReader;
import tessera.cluster.object.ApiObjectReader.ApiTransportSupplier;
import tessera.cluster.object.ApiPathBuilder;
import tessera.cluster.stack.HttpGpuStackReader;
import tessera.kube.disruption.PodDisruptionBudget;
import tessera.model.ObjectRef;
import tessera.model.PodSummary;
import tessera.model.Problem;
import tessera.model.Problem.OperationProblemKind;
import tessera.model.ProblemException;
import tessera.plan.context.AcceptedMigConfigurations;
import tessera.plan.context.DevicePluginSharingConfiguration;
import tessera.plan.context.HelmReleaseReader;
import tessera.plan.context.MigConfigMaps;
import tessera.plan.context.MigManagerStoppedHostServices;
import tessera.plan.context.PlanTargetNode;
import tessera.plan.context.PlannerInputReader;
import tessera.plan.context.PodPlanningDetails;
import tessera.plan.context.ReferencedObjectReader;
import tessera.plan.context.WorkloadPlannerInputReader;
import tessera.stack.GpuStackComponent;
import tessera.stack.GpuStackComponentFailureExplainer;
import tessera.text.MessageCatalog;

/** Reads from the API server what plans need. */
final class HttpPlannerInputReader implements PlannerInputReader {

    private static final MessageCatalog MESSAGES = MessageCatalog.of(HttpPlannerInputReader.class);
    private static final String BUDGETS = "/poddisruptionbudgets?limit=500";
    private static final int LOG_LINES = 200;
    private static final String POLICY = "/apis/policy/v1";

    private final ApiTransportSupplier transportSupplier;
    private final HelmReleaseAndChartReader releases;
    private final ApiObjectReader objects;

    HttpPlannerInputReader(ApiTransportSupplier transportSupplier, HelmReleaseAndChartReader releases) {
        this.transportSupplier = transportSupplier;
        this.releases = releases;
        objects = new ApiObjectReader(transportSupplier);
    }

    @Override
    public PlanTargetNode readNode(String name) throws ProblemException, InterruptedException {
        return ApiObjectToPlanModelConverter.toNode(
                objects.readJson(ApiPathBuilder.objectPath(ObjectRef.node(name)), MESSAGES.text("read.node", name)));
    }

    @Override
    public List<PodPlanningDetails> podsOn(String node) throws ProblemException, InterruptedException {
        return readPods(node, MESSAGES.text("list.pods.node", node));
    }

    @Override
    public List<PodPlanningDetails> unboundPods() throws ProblemException, InterruptedException {
        return readPods("", MESSAGES.text("list.pods.pending"));
    }

    private List<PodPlanningDetails> readPods(String node, String text) throws ProblemException, InterruptedException {
        return objects.listAll(ApiPathBuilder.podsOnNodePath(node), text).stream()
                .map(ApiObjectToPlanModelConverter::toPod).toList();
    }

    @Override
    public List<PodDisruptionBudget> readBudgets(Set<String> namespaces) throws ProblemException, InterruptedException {
        try {
            return readBudgets(POLICY + BUDGETS);
        } catch (ProblemException problemException) {
            if (problemException.problem().kind() != OperationProblemKind.FORBIDDEN) {
                throw problemException;
            }
            var budgets = new ArrayList<PodDisruptionBudget>();
            for (var namespace : namespaces) {
                budgets.addAll(readBudgets(POLICY + "/namespaces/" + ApiPathBuilder.encode(namespace) + BUDGETS));
            }
            return budgets;
        }
    }

    @Override
    public Set<ObjectRef> missingDaemonSets(Set<ObjectRef> daemonSets) throws InterruptedException {
        var missing = new HashSet<ObjectRef>();
        for (var daemonSet : daemonSets) {
            try {
                objects.readMetadata(ApiPathBuilder.objectPath(daemonSet),
                        MESSAGES.text("read.daemonset", daemonSet.name()));
            } catch (ProblemException problemException) {
                if (problemException.problem().kind() == OperationProblemKind.NOT_FOUND) {
                    missing.add(daemonSet);
                }
            }
        }
        return missing;
    }

    @Override
    public List<JsonNode> networkPolicies(String namespace) throws ProblemException, InterruptedException {
        return objects.listAll("/apis/networking.k8s.io/v1/namespaces/%s/networkpolicies?limit=500"
                .formatted(ApiPathBuilder.encode(namespace)), MESSAGES.text("list.policies", namespace));
    }

    private List<PodDisruptionBudget> readBudgets(String path) throws ProblemException, InterruptedException {
        return objects.listAll(path, MESSAGES.text("list.budgets")).stream().map(PodDisruptionBudget::of).toList();
    }

    @Override
    public AcceptedMigConfigurations readMigOffer(String node, String namespace)
            throws ProblemException, InterruptedException {
        return new MigConfigurationReader(objects).readOffer(node, namespace);
    }

    @Override
    public MigConfigMaps readMigSource(String namespace, Set<String> nodes)
            throws ProblemException, InterruptedException {
        return new MigConfigurationReader(objects).readSource(namespace, nodes);
    }

    @Override
    public MigManagerStoppedHostServices readHostClients(String namespace)
            throws ProblemException, InterruptedException {
        return new MigConfigurationReader(objects).readClients(namespace);
    }

    @Override
    public Optional<Problem> migRetryProblem(PodSummary manager) throws ProblemException, InterruptedException {
        return GpuStackComponentFailureExplainer.standard().restartProblem(GpuStackComponent.MIG, manager.node(),
                new HttpGpuStackReader(transportSupplier).readLog(manager, LOG_LINES).lines());
    }

    @Override
    public DevicePluginSharingConfiguration readSharing() throws ProblemException, InterruptedException {
        return new GpuSharingConfigReader(objects).read();
    }

    @Override
    public WorkloadPlannerInputReader workloads() {
        return new WorkloadPlanObjectReader(objects);
    }

    @Override
    public HelmReleaseReader releases() {
        return releases;
    }

    @Override
    public ReferencedObjectReader manifests() {
        return new HttpReferencedObjectReader(objects);
    }

    @Override
    public String readUser() throws ProblemException, InterruptedException {
        var status = transportSupplier.transport()
                .ask(MESSAGES.text("whoami"), client -> client.resource(new SelfSubjectReview()).create()).getStatus();
        var user = status == null ? null : status.getUserInfo();
        return user == null ? "" : Objects.requireNonNullElse(user.getUsername(), "");
    }
}
