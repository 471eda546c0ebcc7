package tessera.cluster.exec;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import tessera.cluster.ClusterConnection;
import tessera.cluster.change.PlanClusterAccess;
import tessera.cluster.fixture.Contexts;
import tessera.cluster.http.SessionAccessMode;
import tessera.cluster.kubeconfig.Kubeconfig;
import tessera.cluster.kubeconfig.ProcessEnvironment;
import tessera.demo.SimulatedCluster;
import tessera.model.ObjectRef;

/** A simulated cluster's pods, as somebody reaches them. */
public final class Reach implements AutoCloseable {

    private final AtomicReference<SessionAccessMode> mode = new AtomicReference<>(SessionAccessMode.READ_WRITE);
    private final ClusterConnection connection;

    /** @param user of those the cluster knows, e.g. {@code admin} */
    public Reach(SimulatedCluster cluster, Path folder, String user) throws Exception {
        var file = Files.writeString(folder.resolve(user + ".kubeconfig"), cluster.kubeconfig(user));
        var context = Kubeconfig.load(new ProcessEnvironment(Map.of(), folder, folder, file)).contexts().getFirst();
        connection = ClusterConnection.open(context, Contexts.terms(), mode::get);
    }

    public HttpContainerExecForwardClient containers() {
        return new HttpContainerExecForwardClient(() -> connection, PlanClusterAccess
                .overRoute(() -> connection, mode::get, Clock.systemUTC(), Contexts.terms().environment()).steps());
    }

    public ClusterConnection connection() {
        return connection;
    }

    public void enter(SessionAccessMode other) {
        mode.set(other);
    }

    /** A pod that runs, by how its name begins. */
    public ObjectRef pod(String namespace, String start) {
        return connection.kubernetes().pods().inNamespace(namespace).list().getItems().stream()
                .filter(each -> each.getMetadata().getName().startsWith(start)
                        && !each.getMetadata().getName().contains("rocm")
                        && each.getStatus().getPhase().equals("Running"))
                .map(each -> ObjectRef.pod(namespace, each.getMetadata().getName())).findFirst().orElseThrow();
    }

    @Override
    public void close() {
        connection.close();
    }
}
