package tessera.demo.http;

import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.ServerSocket;
import java.time.Clock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLContext;
import org.jspecify.annotations.Nullable;

/** An HTTP/1.1 server with one virtual thread per connection. */
public final class SimulatedHttpServer implements AutoCloseable {

    private static final System.Logger LOG = System.getLogger(SimulatedHttpServer.class.getName());
    private static final Duration FAREWELL = Duration.ofMillis(500);
    private static final int BACKLOG = 256;

    private final ServerSocket socket;
    private final ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor();
    private final Set<SimulatedHttpServerConnection> connections = ConcurrentHashMap.newKeySet();

    /** The first step of each request, before which tests put faults of the network. */
    volatile HttpRequestHandler entry;

    private SimulatedHttpServer(ServerSocket socket, HttpRequestHandler handler) {
        this.socket = socket;
        this.entry = handler;
    }

    /**
     * Starts listening.
     *
     * @param tls null for clear text
     */
    public static SimulatedHttpServer start(InetSocketAddress address, @Nullable SSLContext tls, Clock clock,
            HttpRequestHandler handler) throws IOException {
        var socket = tls == null ? new ServerSocket() : tls.getServerSocketFactory().createServerSocket();
        socket.bind(address, BACKLOG);
        var server = new SimulatedHttpServer(socket, handler);
        var context = new SimulatedHttpServerConnection.ServerSharedContext(exchange -> server.entry.handle(exchange),
                clock);
        Thread.ofVirtual().name("demo-accept").start(() -> server.acceptConnections(context));
        return server;
    }

    public int port() {
        return socket.getLocalPort();
    }

    /** Drops every connection at once, as a network failure would. New ones are accepted. */
    void dropConnections() {
        connections.forEach(SimulatedHttpServerConnection::close);
    }

    /** Stops listening; answers under way have half a second to be finished. */
    @Override
    public void close() {
        try {
            socket.close();
        } catch (IOException e) {
            LOG.log(System.Logger.Level.DEBUG, "server socket did not close", e);
        }
        connections.forEach(SimulatedHttpServerConnection::closeWhenIdle);
        threads.shutdown();
        try {
            if (!threads.awaitTermination(FAREWELL.toMillis(), TimeUnit.MILLISECONDS)) {
                connections.forEach(SimulatedHttpServerConnection::close);
            }
        } catch (InterruptedException e) {
            connections.forEach(SimulatedHttpServerConnection::close);
            Thread.currentThread().interrupt();
        }
    }

    private void acceptConnections(SimulatedHttpServerConnection.ServerSharedContext context) {
        while (!socket.isClosed()) {
            try {
                var connection = new SimulatedHttpServerConnection(socket.accept(), context);
                connections.add(connection);
                threads.execute(() -> {
                    try {
                        connection.run();
                    } finally {
                        connections.remove(connection);
                    }
                });
            } catch (IOException | java.util.concurrent.RejectedExecutionException e) {
                if (!socket.isClosed()) {
                    LOG.log(System.Logger.Level.WARNING, "a connection was not accepted", e);
                }
            }
        }
    }
}
