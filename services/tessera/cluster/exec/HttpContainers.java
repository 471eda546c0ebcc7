package tessera.cluster.exec;

import java.util.List;
import java.util.Optional;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ServerVersions;
import tessera.exec.ContainerAccess;
import tessera.exec.ExecListener;
import tessera.exec.ExecRequest;
import tessera.exec.ExecSession;
import tessera.exec.PortConnection;
import tessera.exec.PortListener;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepAccess;
import tessera.plan.step.StepExecutor;

/** Exec and port forwarding to the containers of a cluster, through its API server and the write gate. */
public final class HttpContainers implements ContainerAccess {

    /** The newer one can be told that no more will be typed. */
    private static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");

    /** Ports have no newer one; SPDY in a tunnel, which kubectl speaks, brings nothing to one port a connection. */
    private static final List<String> PORT_PROTOCOLS = List.of("v4.channel.k8s.io");

    private final ObjectLists.ServerRoute route;
    private final StepExecutor rights;

    /**
     * The containers of one cluster.
     *
     * @param rights tells what may be done; for explanations only, as the gate and the server decide
     */
    public HttpContainers(ObjectLists.ServerRoute route, StepExecutor rights) {
        this.route = route;
        this.rights = rights;
    }

    @Override
    public Optional<Problem> findRefusal(ObjectRef pod, ContainerOperation use) throws Failure, InterruptedException {
        if (rights.changeBlock().isPresent()) {
            return Optional.of(new Problem(ProblemKind.READ_ONLY, use.actionText() + " is refused in read-only mode",
                    "It reaches into the pod and could change anything there.",
                    "Leave read-only mode to do it."));
        }
        // A WebSocket begins with a GET, so “get” is what a server asks its rules for; newer ones ask for “create”, too.
        var answer = rights.checkAccess(StepAccess.forObject("get", pod, use.subresourceName()));
        if (answer.allowed()) {
            answer = rights.checkAccess(StepAccess.forObject("create", pod, use.subresourceName()));
            if (!answer.allowed() && !ServerVersions.readVersion(new ObjectLists(route)).checksCreateForExec()) {
                return Optional.empty();
            }
        }
        return answer.allowed() ? Optional.empty()
                : Optional.of(
                        new Problem(ProblemKind.FORBIDDEN, "You may not " + answer.access().accessText(),
                                answer.reason(),
                                "Whoever runs the cluster can allow it with a Role."));
    }

    @Override
    public ExecSession start(ExecRequest request, ExecListener sink) throws Failure, InterruptedException {
        var path = new StringBuilder(ApiPaths.objectPath(request.pod())).append("/exec?container=")
                .append(ApiPaths.encode(request.container()));
        request.command().forEach(word -> path.append("&command=").append(ApiPaths.encode(word)));
        path.append("&stdin=").append(request.stdin()).append("&stdout=true&stderr=").append(!request.tty())
                .append("&tty=")
                .append(request.tty());
        var text = "run %s in %s".formatted(request.command().getFirst(), request.pod());
        var channels = new ExecChannels(sink);
        channels.attachConnection(route.transport()
                .openSocket(ApiRequest.followLog(path.toString(), ApiRequest.USUAL, text), PROTOCOLS, channels));
        return channels;
    }

    @Override
    public PortConnection dial(ObjectRef pod, int port, PortListener ear) throws Failure, InterruptedException {
        var line = new PortChannels(ear);
        line.attachConnection(route.transport().openSocket(
                ApiRequest.followLog(ApiPaths.objectPath(pod) + "/portforward?ports=" + port, ApiRequest.USUAL,
                        "reach port %d of %s".formatted(port, pod)),
                PORT_PROTOCOLS, line));
        return line;
    }
}
