package tessera.cluster.logs;

import java.io.IOException;
import java.io.InputStream;
import java.time.Duration;
import java.time.temporal.ChronoUnit;
import tessera.cluster.http.ApiRequest;
import tessera.cluster.http.ApiResponse;
import tessera.cluster.http.ApiTransport;
import tessera.cluster.object.ApiPaths;
import tessera.cluster.object.ObjectLists;
import tessera.logs.LogSource;
import tessera.logs.LoggedPod;
import tessera.model.Failure;
import tessera.model.ObjectRef;
import tessera.model.Problem;
import tessera.model.Problem.ProblemKind;

/** Logs of a cluster's containers, as the API server has them from the kubelets. */
public final class HttpLogs implements LogSource {

    /** A container may be silent for long; but a connection that died without a word is found out so. */
    private static final Duration SILENCE = Duration.ofMinutes(5);
    private static final int NOTHING = 204;

    private final ObjectLists.ServerRoute way;
    private final ObjectLists objects;

    public HttpLogs(ObjectLists.ServerRoute way) {
        this.way = way;
        objects = new ObjectLists(way);
    }

    @Override
    public LoggedPod pod(ObjectRef pod) throws Failure, InterruptedException {
        return LoggedPods.read(objects.read(ApiPaths.of(pod), "read " + pod));
    }

    @Override
    public Stream open(LogRequest request) throws Failure, InterruptedException {
        var words = "read the log of %s in %s".formatted(request.container(), request.pod());
        var wire = way.wire();
        var reply = wire.send(ApiRequest.log(path(request), SILENCE, words));
        if (!reply.ok()) {
            try (reply) {
                throw reply.refusal().failure();
            }
        }
        if (reply.status() == NOTHING) {
            reply.close();
            throw new Failure(Problem.of(ProblemKind.INVALID, "The pod is on no node yet"));
        }
        return new LogBody(wire, reply);
    }

    private static String path(LogRequest request) {
        var since = request.since();
        return ApiPaths.of(request.pod()) + "/log?container=" + ApiPaths.encode(request.container())
                + "&timestamps=true" + (request.follow() && !request.previous() ? "&follow=true" : "")
                + (request.previous() ? "&previous=true" : "")
                // Servers take whole seconds only.
                + (since == null ? ""
                        : "&sinceTime=" + ApiPaths.encode(since.truncatedTo(ChronoUnit.SECONDS).toString()))
                + (request.tail() < 0 ? "" : "&tailLines=" + request.tail());
    }

    private record LogBody(ApiTransport wire, ApiResponse reply) implements Stream {

        @Override
        public InputStream bytes() {
            return reply.body();
        }

        @Override
        public Problem explain(IOException e) {
            return wire.explain(e);
        }

        @Override
        public void end() {
            reply.end();
        }

        @Override
        public void close() {
            reply.close();
        }
    }
}
