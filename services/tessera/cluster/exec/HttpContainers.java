package tessera.cluster.exec;

import java.util.List;
import java.util.Optional;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.cluster.object.ServerVersions;
import tessera.exec.ContainerAccess;
import tessera.exec.ExecSession;
import tessera.exec.ExecSink;
import tessera.exec.ExecWish;
import tessera.exec.PortConnection;
import tessera.exec.PortEar;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;
import tessera.plan.step.StepAccess;
import tessera.plan.step.StepExecutor;

/** The containers of a cluster, reached through its API server and thereby through the write gate. */
public final class HttpContainers implements ContainerAccess {

    /** The newer one can be told that no more will be typed. */
    private static final List<String> PROTOCOLS = List.of("v5.channel.k8s.io", "v4.channel.k8s.io");

    /** Ports have no newer one; SPDY in a tunnel, which kubectl speaks, brings nothing to one port a connection. */
    private static final List<String> PORT_PROTOCOLS = List.of("v4.channel.k8s.io");

    private final ObjectLists.ServerRoute way;
    private final StepExecutor rights;

    /**
     * The containers of one cluster.
     *
     * @param rights tells what may be done; for explanations only, as the gate and the server decide
     */
    public HttpContainers(ObjectLists.ServerRoute way, StepExecutor rights) {
        this.way = way;
        this.rights = rights;
    }

    @Override
    public Optional<Problem> objection(ObjectRef pod, AccessUse use) throws Failure, InterruptedException {
        if (rights.standing().isPresent()) {
            return Optional.of(new Problem(ProblemKind.READ_ONLY, use.words() + " is refused in read-only mode",
                    "It reaches into the pod and could change anything there.",
                    "Leave read-only mode to do it."));
        }
        // A WebSocket begins with a GET, so “get” is what a server asks its rules for; newer ones ask for “create”, too.
        var answer = rights.ask(StepAccess.to("get", pod, use.subresource()));
        if (answer.allowed()) {
            answer = rights.ask(StepAccess.to("create", pod, use.subresource()));
            if (!answer.allowed() && !ServerVersions.read(new ObjectLists(way)).asksTwice()) {
                return Optional.empty();
            }
        }
        return answer.allowed() ? Optional.empty()
                : Optional.of(
                        new Problem(ProblemKind.FORBIDDEN, "You may not " + answer.access().words(), answer.reason(),
                                "Whoever runs the cluster can allow it with a Role."));
    }

    @Override
    public ExecSession start(ExecWish wish, ExecSink sink) throws Failure, InterruptedException {
        var path = new StringBuilder(ApiPaths.of(wish.pod())).append("/exec?container=")
                .append(ApiPaths.encode(wish.container()));
        wish.command().forEach(word -> path.append("&command=").append(ApiPaths.encode(word)));
        path.append("&stdin=").append(wish.stdin()).append("&stdout=true&stderr=").append(!wish.tty()).append("&tty=")
                .append(wish.tty());
        var words = "run %s in %s".formatted(wish.command().getFirst(), wish.pod());
        var channels = new ExecChannels(sink);
        channels.over(way.wire().socket(ApiRequest.log(path.toString(), ApiRequest.USUAL, words), PROTOCOLS, channels));
        return channels;
    }

    @Override
    public PortConnection dial(ObjectRef pod, int port, PortEar ear) throws Failure, InterruptedException {
        var line = new PortChannels(ear);
        line.over(way.wire().socket(ApiRequest.log(ApiPaths.of(pod) + "/portforward?ports=" + port, ApiRequest.USUAL,
                "reach port %d of %s".formatted(port, pod)), PORT_PROTOCOLS, line));
        return line;
    }
}
