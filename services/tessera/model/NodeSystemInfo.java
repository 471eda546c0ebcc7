package tessera.model;

/**
 * The software of a node's machine, as its kubelet reports it. Empty strings where it reports nothing.
 *
 * @param kubelet      version, e.g. {@code v1.36.2}
 * @param runtime      e.g. {@code containerd://2.1.4}
 * @param os           e.g. {@code Ubuntu 24.04.2 LTS}
 * @param kernel       e.g. {@code 6.8.0-60-generic}
 * @param architecture e.g. {@code amd64}
 */
public record NodeSystemInfo(String kubelet, String runtime, String os, String kernel, String architecture) {

    public static final NodeSystemInfo UNKNOWN = new NodeSystemInfo("", "", "", "", "");
}
