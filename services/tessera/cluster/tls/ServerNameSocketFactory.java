package tessera.cluster.tls;

import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import javax.net.ssl.SSLSocketFactory;

/** TLS sockets that send another server name than the address's, as {@code tls-server-name} asks. */
public final class ServerNameSocketFactory extends SSLSocketFactory {

    private final SSLSocketFactory sockets;
    private final String name;

    public ServerNameSocketFactory(SSLSocketFactory sockets, String name) {
        this.sockets = sockets;
        this.name = name;
    }

    @Override
    public Socket createSocket(Socket socket, String host, int port, boolean autoClose) throws IOException {
        return sockets.createSocket(socket, name, port, autoClose);
    }

    @Override
    public String[] getDefaultCipherSuites() {
        return sockets.getDefaultCipherSuites();
    }

    @Override
    public String[] getSupportedCipherSuites() {
        return sockets.getSupportedCipherSuites();
    }

    @Override
    public Socket createSocket(String host, int port) throws IOException {
        return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(String host, int port, InetAddress from, int fromPort) throws IOException {
        return sockets.createSocket(host, port, from, fromPort);
    }

    @Override
    public Socket createSocket(InetAddress host, int port) throws IOException {
        return sockets.createSocket(host, port);
    }

    @Override
    public Socket createSocket(InetAddress host, int port, InetAddress from, int fromPort) throws IOException {
        return sockets.createSocket(host, port, from, fromPort);
    }
}
