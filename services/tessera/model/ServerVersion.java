package tessera.model;

/**
 * What an API server says it is.
 *
 * @param version  e.g. {@code v1.36.2}
 * @param major    e.g. 1; 0 when it does not say
 * @param minor    e.g. 36; 0 when it does not say
 * @param platform e.g. {@code linux/amd64}
 */
public record ServerVersion(String version, int major, int minor, String platform) {

    /** Whether it is this version or a later one. */
    public boolean atLeast(int wantedMajor, int wantedMinor) {
        return major > wantedMajor || (major == wantedMajor && minor >= wantedMinor);
    }
}
