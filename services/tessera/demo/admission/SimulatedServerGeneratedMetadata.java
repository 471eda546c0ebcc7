package tessera.demo.admission;

import java.time.Instant;

/**
 * The uid, name suffix and time that the server gives to a new object.
 *
 * @param uid    a fresh UUID
 * @param suffix five random characters, for {@code generateName} and for names that the server makes up
 * @param at     when
 */
public record SimulatedServerGeneratedMetadata(String uid, String suffix, Instant at) {}
